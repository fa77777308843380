package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.race.load.Request;
import io.heddle.race.target.HttpProbe.Answer;
import io.heddle.race.target.Sockets.Listener;
import io.heddle.race.target.Sockets.Sight;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Waits until a process answers HTTP on a path, and finds out on which of its ports.
///
/// Every port on which the process or a descendant listens is asked, at once. The first answer below 400 wins.
/// Anything else may be a service that is still starting, or its management port; it becomes a failure when nothing
/// has changed for a while.
public final class Readiness {

    /// How long a disagreeable answer must stay the same until it counts.
    ///
    /// @param refusal for answers 4xx, and for what is not HTTP
    /// @param error for answers 5xx: some services say 503 until they are ready
    record Patience(Duration refusal, Duration error) {

        static final Patience USUAL = new Patience(Duration.ofSeconds(5), Duration.ofSeconds(15));
    }

    private static final Duration POLL = Duration.ofMillis(80);
    private static final Duration TALK_EVERY = Duration.ofSeconds(5);

    private final OwnedProcess process;
    private final String path;
    private final OptionalInt port;
    private final Duration timeout;
    private final Consumer<String> talk;
    private final PortProbes probes;
    private final Patience patience;
    private final SocketView sockets = new SocketView();
    private Set<Listener> listeners = Set.of();
    private long changed = System.nanoTime();

    private Readiness(
            OwnedProcess process,
            Request request,
            OptionalInt port,
            Duration timeout,
            Consumer<String> talk,
            Patience patience) {
        this.process = process;
        this.path = request.uri().getPath();
        this.port = port;
        this.timeout = timeout;
        this.talk = talk;
        this.patience = patience;
        this.probes = new PortProbes(request, timeout);
    }

    /// Waits for the first answer below 400.
    ///
    /// @param request what to ask; its host and port say nothing
    /// @param port where it must answer; empty finds it out
    /// @param timeout how long it may take, from now
    /// @param talk hears what is being waited for
    /// @return where it answers, without the path: `http://127.0.0.1:8080`
    /// @throws Failure when it ends, opens no port, or answers with anything else
    public static URI await(
            OwnedProcess process, Request request, OptionalInt port, Duration timeout, Consumer<String> talk) {
        return await(process, request, port, timeout, talk, Patience.USUAL);
    }

    static URI await(
            OwnedProcess process,
            Request request,
            OptionalInt port,
            Duration timeout,
            Consumer<String> talk,
            Patience patience) {
        Readiness readiness = new Readiness(process, request, port, timeout, talk, patience);
        try (PortProbes probes = readiness.probes) {
            return readiness.await(probes);
        }
    }

    private URI await(PortProbes probes) {
        long start = System.nanoTime();
        long spoke = start;
        Map<Integer, Answer> last = Map.of();
        while (true) {
            requireRunning();
            see();
            Map<Integer, Answer> answers = probes.answers();
            Optional<URI> ready = ready(answers);
            if (ready.isPresent()) {
                return ready.get();
            }
            long now = System.nanoTime();
            if (!answers.equals(last)) {
                last = answers;
                changed = now;
            }
            Optional<Failure> failure = ReadinessFailures.lasting(path, answers, now - changed, patience);
            if (failure.isPresent()) {
                throw failure.get();
            }
            if (now - start > timeout.toNanos()) {
                throw ReadinessFailures.timedOut(process, path, answers, listeners, port, timeout);
            }
            if (now - spoke > TALK_EVERY.toNanos()) {
                spoke = now;
                talk.accept("waiting for the target, "
                        + Duration.ofNanos(now - start).toSeconds() + " s: "
                        + ReadinessFailures.doing(answers, listeners));
            }
            pause();
        }
    }

    private Optional<URI> ready(Map<Integer, Answer> answers) {
        List<Good> good = answers.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Answer.Status status && status.code() < 400)
                .map(entry -> new Good(entry.getKey(), (Answer.Status) entry.getValue()))
                .sorted(Comparator.comparingInt(one -> one.status().code()))
                .toList();
        if (good.isEmpty()) {
            return Optional.empty();
        }
        int best = good.getFirst().port();
        Answer.Status status = good.getFirst().status();
        if (good.size() > 1) {
            talk.accept("ports "
                    + good.stream().map(one -> String.valueOf(one.port())).collect(Collectors.joining(", "))
                    + " all answer on " + path + "; taking " + best + " (--port chooses)");
        }
        if (status.code() >= 300) {
            talk.accept("the target answers " + status.code()
                    + (status.location().isEmpty() ? "" : " to " + Redaction.text(status.location())) + " on " + path
                    + ": is that what should be raced? A login page needs --header");
        }
        return probes.uri(best);
    }

    private record Good(int port, Answer.Status status) {}

    private void see() {
        Set<Long> tree = process.tree();
        switch (sockets.look(tree)) {
            case Sight.Seen(Set<Listener> seen, Set<Sockets.Connection> connections) -> see(seen);
            case Sight.Blind(String why) ->
                probes.ask(
                        InetAddress.getLoopbackAddress(),
                        port.orElseThrow(() -> new Failure(
                                "Heddle cannot see on which port the target listens: " + why, "name it with --port")));
        }
    }

    private void see(Set<Listener> seen) {
        if (!seen.equals(listeners)) {
            listeners = seen;
            changed = System.nanoTime();
        }
        for (Listener listener : seen) {
            if (port.isEmpty() || port.getAsInt() == listener.port()) {
                probes.ask(listener.address(), listener.port());
            }
        }
        if (port.isPresent() && seen.stream().noneMatch(listener -> listener.port() == port.getAsInt())) {
            requireNotTaken(port.getAsInt());
        }
    }

    /// Somebody who accepts there while the target does not is somebody else.
    private void requireNotTaken(int wanted) {
        if (PortProbes.accepts(wanted) && !listens(wanted)) {
            throw ReadinessFailures.taken(wanted, Sockets.ownerOf(wanted));
        }
    }

    private boolean listens(int wanted) {
        return Sockets.listeningPorts(process.tree()).contains(wanted);
    }

    private void requireRunning() {
        if (!process.alive() && process.tree().isEmpty()) {
            throw ReadinessFailures.ended(process);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Heddle was interrupted while the target started", "start the race again", e);
        }
    }
}
