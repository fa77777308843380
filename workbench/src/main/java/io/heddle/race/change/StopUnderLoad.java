package io.heddle.race.change;

import io.heddle.model.Failure;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.change.Observation.Stop;
import io.heddle.race.load.Generator;
import io.heddle.race.requests.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Asks a JVM to end (SIGTERM) while a few clients ask one request again and again, and sees what becomes of those that
/// are under way.
final class StopUnderLoad {

    /// As few as leave both arms carriers and threads to answer with.
    private static final int CLIENTS = 4;

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMillis(600);

    /// How long a request that was under way is waited for once the JVM has ended.
    private static final Duration AFTER = Duration.ofMillis(500);

    private static final int SERVER_ERROR = 500;

    private final Generator generator;
    private final Entry entry;
    private final Duration before;

    /// @param millis that a request takes
    StopUnderLoad(Generator generator, Entry entry, double millis) {
        this.generator = generator;
        this.entry = entry;
        Duration some = Duration.ofNanos((long) (2.5 * millis * 1e6));
        this.before = some.compareTo(LEAST) < 0 ? LEAST : some.compareTo(MOST) > 0 ? MOST : some;
    }

    /// @param end 0 as long as there is none
    private record Sent(long start, long end, boolean answered) {}

    /// @return empty where no request was under way
    Optional<Stop> of(ArmRun run) throws InterruptedException {
        List<Sent> sent = new CopyOnWriteArrayList<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(() -> ask(run, sent)));
        }
        Thread.sleep(before);
        long asked = System.nanoTime();
        run.close();
        double seconds = (System.nanoTime() - asked) / 1e9;
        for (Thread client : clients) {
            if (!client.join(AFTER)) {
                client.interrupt();
                client.join();
            }
        }
        List<Sent> underWay = sent.stream()
                .filter(request -> request.start() < asked && request.end() > asked)
                .toList();
        return underWay.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stop(
                        underWay.size(),
                        underWay.stream().filter(Sent::answered).count(),
                        seconds));
    }

    /// Until there is no answer.
    private void ask(ArmRun run, List<Sent> sent) {
        boolean answered = true;
        while (answered) {
            long start = System.nanoTime();
            try {
                answered = run.once(generator, entry).status() < SERVER_ERROR;
            } catch (Failure noAnswer) {
                answered = false;
            } catch (InterruptedException ended) {
                answered = false;
                Thread.currentThread().interrupt();
            }
            sent.add(new Sent(start, System.nanoTime(), answered));
        }
    }
}
