package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.race.target.HttpProbe.Answer;
import io.heddle.race.target.Readiness.Patience;
import io.heddle.race.target.Sockets.Listener;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Why a target does not get ready: one sentence each, and what to do.
final class ReadinessFailures {

    private static final int LINES = 15;
    private static final int LINES_READ = 200;
    private static final Pattern TAKEN =
            Pattern.compile("(?i)address already in use|bindexception|port\\W+\\d+ (?:was|is) already|EADDRINUSE");
    private static final Pattern BIND = Pattern.compile("(?i)\\bbind\\b|" + TAKEN.pattern());
    private static final Pattern PORT = Pattern.compile("(?i)(?:port\\W{1,3}|:)(\\d{2,5})\\b");

    /// Lines of a stack trace that name no reason.
    private static final Pattern FRAME =
            Pattern.compile("\\s*(?:at \\S+\\(.*|\\.\\.\\. \\d+ (?:more|common frames omitted))");

    private ReadinessFailures() {}

    /// The process is gone.
    static Failure ended(OwnedProcess process) {
        List<String> read = process.lastLines(LINES_READ).lines().toList();
        String lines = shown(read);
        if (read.stream().anyMatch(line -> TAKEN.matcher(line).find())) {
            Optional<Integer> port = read.stream()
                    .filter(line -> BIND.matcher(line).find())
                    .map(PORT::matcher)
                    .filter(Matcher::find)
                    .map(found -> Integer.parseInt(found.group(1)))
                    .findFirst();
            OptionalLong owner = port.isPresent() ? Sockets.ownerOf(port.get()) : OptionalLong.empty();
            return new Failure(
                    "the target ended at start, because its port"
                            + port.map(p -> " " + p).orElse("") + " is taken" + by(owner) + "; its last lines:\n"
                            + lines,
                    "end the other process, or give the target another port: -- --server.port=0");
        }
        String code = process.exitCode().isPresent()
                ? " with exit code " + process.exitCode().getAsInt()
                : "";
        String said = lines.isEmpty() ? "; it printed nothing" : "; its last lines:\n" + lines;
        return new Failure(
                "the target ended" + code + " before it answered" + said,
                "does it start by itself with the same command? Its output is in " + process.output(),
                new NotReady());
    }

    /// Somebody else listens where the target was told to.
    static Failure taken(int port, OptionalLong owner) {
        return new Failure(
                "port " + port + " is taken" + by(owner) + ": the target cannot listen there",
                "end the other process, or choose another --port");
    }

    /// Answers that have stayed the same for so long that they will not change.
    ///
    /// @param nanos since the last change
    static Optional<Failure> lasting(String path, Map<Integer, Answer> answers, long nanos, Patience patience) {
        boolean error = answers.values().stream()
                .anyMatch(answer -> answer instanceof Answer.Status status && status.code() >= 500);
        boolean open = answers.values().stream()
                .anyMatch(answer -> answer instanceof Answer.Silent || answer instanceof Answer.Refused);
        Duration enough = error ? patience.error() : patience.refusal();
        if (answers.isEmpty() || open || nanos < enough.toNanos()) {
            return Optional.empty();
        }
        return answers.entrySet().stream()
                .min(Comparator.comparingInt(entry -> rank(entry.getValue())))
                .map(entry -> disagreeable(path, entry.getKey(), entry.getValue()));
    }

    /// The time limit is over.
    static Failure timedOut(
            OwnedProcess process,
            String path,
            Map<Integer, Answer> answers,
            Set<Listener> listeners,
            OptionalInt port,
            Duration timeout) {
        String output = "its output is in " + process.output();
        String after = " within " + timeout.toSeconds() + " s";
        if (listeners.isEmpty()) {
            return new Failure(
                    "the target opened no port" + after + lastLines(process),
                    "is it a server? " + output,
                    new NotReady());
        }
        if (port.isPresent() && listeners.stream().noneMatch(listener -> listener.port() == port.getAsInt())) {
            return new Failure(
                    "the target listens on " + ports(listeners) + ", not on " + port.getAsInt() + after,
                    "leave --port out, or correct it");
        }
        if (answers.isEmpty()
                && listeners.stream()
                        .noneMatch(listener -> listener.address().isLoopbackAddress()
                                || listener.address().isAnyLocalAddress())) {
            return new Failure(
                    "the target listens on "
                            + listeners.stream()
                                    .map(l -> l.address().getHostAddress() + ":" + l.port())
                                    .sorted()
                                    .collect(Collectors.joining(", "))
                            + " and not on loopback, and load goes to loopback only",
                    "bind it to 127.0.0.1: -- --server.address=127.0.0.1");
        }
        return answers.entrySet().stream()
                .min(Comparator.comparingInt(entry -> rank(entry.getValue())))
                .filter(entry -> !(entry.getValue() instanceof Answer.Silent))
                .map(entry -> disagreeable(path, entry.getKey(), entry.getValue()))
                .orElseGet(() -> new Failure(
                        "the target accepts connections on port " + ports(listeners) + " but gave no answer on " + path
                                + after + lastLines(process),
                        "does another --path answer? " + output,
                        new NotReady()));
    }

    private static String lastLines(OwnedProcess process) {
        String lines = shown(process.lastLines(LINES_READ).lines().toList());
        return lines.isEmpty() ? "" : "; its last lines:\n" + lines;
    }

    /// What a target that is not ready does, in a few words.
    static String doing(Map<Integer, Answer> answers, Set<Listener> listeners) {
        if (listeners.isEmpty()) {
            return "it has opened no port";
        }
        return answers.isEmpty()
                ? "it listens on " + ports(listeners) + " and has not answered"
                : answers.entrySet().stream()
                        .map(entry -> "port " + entry.getKey() + " " + words(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static Failure disagreeable(String path, int port, Answer answer) {
        String where = "the target's port " + port + " " + words(answer) + " on " + path;
        return switch (answer) {
            case Answer.Status(int code, String location) ->
                new Failure(
                        where,
                        switch (code) {
                            case 401, 403 ->
                                "it wants authentication: pass it with --header 'Authorization: …' or --header 'Cookie: …'";
                            case 404 -> "name a path that exists with --path, or its port with --port";
                            case 405 -> "Heddle sends GET: name a path that answers GET with --path";
                            case 400 ->
                                "a port that speaks HTTPS answers so: switch TLS off for the race; or does the path need a --header?";
                            default ->
                                code >= 500
                                        ? "its output says why; does it need a database or a setting that is missing here?"
                                        : "name another path with --path";
                        },
                        new NotReady());
            case Answer.Tls() ->
                new Failure(
                        where, "switch TLS off for the race, such as -- --server.ssl.enabled=false", new NotReady());
            case Answer.NotHttp(String start) ->
                new Failure(where, "name the port that speaks HTTP with --port", new NotReady());
            case Answer.Silent() -> new Failure(where, "name another path with --path", new NotReady());
            case Answer.Refused(String why) ->
                new Failure(where, "does it accept connections on loopback?", new NotReady());
        };
    }

    private static String words(Answer answer) {
        return switch (answer) {
            case Answer.Status(int code, String location) -> "answers " + code;
            case Answer.Tls() -> "speaks TLS, not plain HTTP,";
            case Answer.NotHttp(String start) ->
                start.isEmpty()
                        ? "closes the connection without an answer"
                        : "does not speak HTTP (it says '" + start + "')";
            case Answer.Silent() -> "accepts and says nothing";
            case Answer.Refused(String why) -> "refuses connections";
        };
    }

    /// What is nearest to a right answer comes first.
    private static int rank(Answer answer) {
        return switch (answer) {
            case Answer.Status(int code, String location) -> code == 401 || code == 403 ? 0 : code >= 500 ? 1 : 2;
            case Answer.Tls() -> 3;
            case Answer.NotHttp(String start) -> 4;
            case Answer.Silent() -> 5;
            case Answer.Refused(String why) -> 6;
        };
    }

    /// The last lines without the frames of stack traces, which push out what matters.
    private static String shown(List<String> read) {
        List<String> lines =
                read.stream().filter(line -> !FRAME.matcher(line).matches()).toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }

    private static String ports(Set<Listener> listeners) {
        return listeners.stream().map(Listener::port).collect(Collectors.toCollection(TreeSet::new)).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private static String by(OptionalLong owner) {
        if (owner.isEmpty()) {
            return "";
        }
        String program = ProcessHandle.of(owner.getAsLong())
                .flatMap(handle -> handle.info().command())
                .map(command -> ", " + command)
                .orElse("");
        return " by process " + owner.getAsLong() + program;
    }
}
