package io.heddle.watch;

import io.heddle.model.Watch;
import io.heddle.watch.KnownAnswersTest.Known;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Watches the programs of known answer again and again, from recordings and live, while the machine has other work:
/// how often is the answer right, and how often is a healthy twin called ill?
public final class Repetitions {

    /// How often one was right, of how many.
    private record Count(int right, int of) {

        Count plus(boolean isRight) {
            return new Count(right + (isRight ? 1 : 0), of + 1);
        }
    }

    private final Map<String, Count> counts = new TreeMap<>();
    private int alarms;
    private int twins;

    private Repetitions() {}

    /// Arguments: how many times, at most so many minutes, and `loaded` when something is to compute beside.
    public static void main(String[] arguments) throws Exception {
        int times = Integer.parseInt(arguments[0]);
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.parseLong(arguments[1])).toNanos();
        boolean loaded = arguments.length > 2 && arguments[2].equals("loaded");
        Repetitions repetitions = new Repetitions();
        int done = 0;
        for (; done < times && System.nanoTime() < end; done++) {
            repetitions.once(loaded);
            System.out.println("repetition " + (done + 1) + ": " + repetitions.alarms + " false alarms so far on "
                    + repetitions.twins + " twins");
        }
        repetitions.counts.forEach(
                (name, count) -> System.out.println(name + ": right " + count.right() + " of " + count.of()));
        System.out.println(done + " repetitions" + (loaded ? " under load" : "") + "; false alarms: "
                + repetitions.alarms + " of " + repetitions.twins + " healthy twins");
    }

    private void once(boolean loaded) throws Exception {
        Path folder = Files.createTempDirectory("answers");
        try (AutoCloseable load = loaded ? load(folder) : () -> {}) {
            List<Known> recorded = Stream.concat(KnownAnswersTest.sick().stream(), KnownAnswersTest.healthy().stream())
                    .toList();
            all(
                    recorded,
                    "recorded",
                    Several.start(
                            recorded,
                            Files.createDirectory(folder.resolve("recorded")),
                            (known, own) -> FileWatch.run(
                                    List.of(Holding.record(
                                            known.jdk(), own, known.program(), KnownAnswersTest.SECONDS)),
                                    Recordings.HOMES,
                                    "test",
                                    List.of())));
            List<Known> live = Stream.concat(LiveAnswersTest.sick().stream(), LiveAnswersTest.healthy().stream())
                    .toList();
            all(
                    live,
                    "live",
                    Several.start(live, Files.createDirectory(folder.resolve("live")), LiveAnswersTest::watch));
        } finally {
            delete(folder);
        }
    }

    /// A JVM that computes on all processors.
    private static Holding load(Path folder) throws Exception {
        return Holding.start(25, Files.createDirectory(folder.resolve("load")), "cpu", 900)
                .ready();
    }

    private void all(List<Known> programs, String how, Several watches) {
        for (Known known : programs) {
            boolean right = false;
            String seen;
            try {
                Watch watch = watches.of(known);
                right = isRight(known, how, watch);
                seen = KnownAnswersTest.show(watch);
            } catch (Exception | AssertionError e) {
                seen = e + "\n";
            }
            boolean twin = known.answer().isEmpty();
            twins += twin ? 1 : 0;
            alarms += twin && !right ? 1 : 0;
            counts.put(
                    how + " " + known,
                    counts.getOrDefault(how + " " + known, new Count(0, 0)).plus(right));
            if (!right) {
                System.out.println("WRONG: " + how + " " + known + "\n" + seen.indent(4));
            }
        }
    }

    private static boolean isRight(Known known, String how, Watch watch) {
        if (known.answer().isEmpty()) {
            return watch.state() == Watch.State.HEALTHY;
        }
        List<String> answers = new ArrayList<>(
                watch.holders().stream().map(KnownAnswersTest::answer).toList());
        return watch.state() != Watch.State.HEALTHY
                && (how.equals("live")
                        ? answers.contains(known.answer())
                        : !answers.isEmpty() && answers.getFirst().equals(known.answer()));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
