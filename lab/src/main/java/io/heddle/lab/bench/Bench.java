package io.heddle.lab.bench;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Load;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.Phases;
import io.heddle.race.load.Request;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.Launch;
import io.heddle.race.target.OwnedProcess;
import io.heddle.race.target.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// What one case works with. Processes that it starts end with it.
public final class Bench implements AutoCloseable {

    /// Options for a program on the JDK's own HTTP server: it keeps 200 idle connections unless told, and delays
    /// small answers.
    public static final List<String> HTTP_SERVER =
            List.of("-Dsun.net.httpserver.maxIdleConnections=20000", "-Dsun.net.httpserver.nodelay=true");

    /// Compiles Kotlin.
    public static final String KOTLIN = "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.20";

    /// Kotlin's compiler takes some seconds; a busy machine takes minutes.
    private static final Duration TO_COMPILE = Duration.ofMinutes(5);

    private static final List<String> OLDEST_ALONE = options(Sources.OLDEST, "-proc:none");

    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int LINES_OF_A_FAILURE = 6;
    private static final int SETTLE_LATENCIES = 10;
    private static final int MEASURE_LATENCIES = 20;

    /// Several connect faster than one thread accepts, which is what a server has for that on a small machine.
    private static final int OPENERS = 4;

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration WARM_SLICE = Duration.ofSeconds(5);

    private final Workshop workshop;
    private final Class<?> experiment;
    private final Jdk jdk;
    private final Path folder;
    private final List<OwnedProcess> processes = new ArrayList<>();

    Bench(Workshop workshop, Class<?> experiment, Jdk jdk, Path folder) {
        this.workshop = workshop;
        this.experiment = experiment;
        this.jdk = jdk;
        this.folder = folder;
    }

    /// What the row runs on.
    public Jdk jdk() {
        return jdk;
    }

    /// A folder for this case alone.
    public Path folder() {
        return folder;
    }

    /// Libraries with what they need at run time.
    ///
    /// @throws Missing when they are neither in the local Maven repository nor can be fetched
    public List<Path> libraries(String... coordinates) {
        try {
            return workshop.libraries(List.of(coordinates));
        } catch (Failure failure) {
            throw new Missing(failure.sentence() + "; " + failure.next());
        }
    }

    /// A file of the experiment's folder `program`.
    public Path file(String name) {
        return Sources.copy(experiment, name, folder.resolve("source"));
    }

    /// Compiles the experiment's Java program.
    ///
    /// @param source its class is run
    public Fork java(List<Path> libraries, String source) {
        return compiled(experiment, libraries, OLDEST_ALONE, source);
    }

    /// The same for a program that uses what is a preview in older JDKs: those want `--enable-preview` then.
    public Fork javaWithPreviews(List<Path> libraries, String source) {
        return compiled(experiment, libraries, options(Sources.OLDEST_WITH_PREVIEWS, "-proc:none"), source);
    }

    /// The same with annotation processors, such as JMH's.
    ///
    /// @param processors jars that hold them, with what they need
    public Fork java(List<Path> libraries, List<Path> processors, String source) {
        return compiled(
                experiment,
                libraries,
                options(Sources.OLDEST, "-proc:full", "-processorpath", Fork.path(processors)),
                source);
    }

    /// Compiles the experiment's Kotlin program on Heddle's own JDK; its `main` is run.
    public Fork kotlin(List<Path> libraries, String source) throws InterruptedException {
        Workshop.Compilation compilation = new Workshop.Compilation(experiment, source, libraries);
        Optional<Path> done = Optional.ofNullable(workshop.compiled().get(compilation));
        Path classes = done.isPresent() ? done.get() : compiledKotlin(libraries, source);
        workshop.compiled().put(compilation, classes);
        return Fork.of(Sources.joined(classes, libraries), source.replace(".kt", "Kt"));
    }

    private Path compiledKotlin(List<Path> libraries, String source) throws InterruptedException {
        Path classes = folder.resolve("kotlin");
        run(
                library(libraries(KOTLIN), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler")
                        .jvm("-Xmx1g", "-Xlog:disable")
                        .with(
                                "-no-stdlib",
                                "-no-reflect",
                                "-jvm-target",
                                "21",
                                "-nowarn",
                                "-cp",
                                Fork.path(libraries),
                                "-d",
                                classes,
                                file(source))
                        .atMost(TO_COMPILE),
                ownJdk());
        return classes;
    }

    /// Compiles one of the lab's own programs.
    Fork shipped(List<Path> libraries, String source) {
        return compiled(Bench.class, libraries, OLDEST_ALONE, source);
    }

    /// Runs a class of a library.
    public Fork library(List<Path> libraries, String main) {
        return Fork.of(libraries, main);
    }

    /// Runs a JVM to its end.
    ///
    /// @throws Failure when it exits with another code than 0, or takes longer than it may
    public Output run(Fork fork) throws InterruptedException {
        return run(fork, jdk);
    }

    private Output run(Fork fork, Jdk on) throws InterruptedException {
        OwnedProcess process = start(fork, on);
        Instant deadline = Instant.now().plus(fork.limit());
        while (process.alive()) {
            if (Instant.now().isAfter(deadline)) {
                process.stop(GRACE);
                throw new Failure(
                        fork.main() + " did not end within " + fork.limit().toSeconds() + " s",
                        "look whether the machine is busy, and run it again");
            }
            Thread.sleep(10);
        }
        OptionalInt exit = process.exitCode();
        if (exit.orElse(0) != 0) {
            throw failed(fork, process, "ended with exit code " + exit.getAsInt());
        }
        return Output.of(printed(process));
    }

    /// Starts a program that serves until the case ends, and waits until it has said `port=…`.
    ///
    /// @return where it listens
    public Server serve(Fork fork) throws InterruptedException {
        return serve(fork, jdk);
    }

    /// The same on a JDK of choice: what stands on the other side is no part of the comparison.
    public Server serve(Fork fork, Jdk on) throws InterruptedException {
        OwnedProcess process = start(fork, on);
        Instant deadline = Instant.now().plus(fork.limit());
        while (process.alive() && Instant.now().isBefore(deadline)) {
            Output said = Output.of(printed(process));
            if (said.has("port")) {
                return new Server((int) said.number("port"), process);
            }
            Thread.sleep(20);
        }
        throw failed(fork, process, "did not begin to serve");
    }

    /// A downstream that answers every GET after some time, on Heddle's own JDK whatever the row's.
    ///
    /// @param millis how long it takes, in milliseconds
    public Server slowServer(int millis) throws InterruptedException {
        return serve(
                shipped(List.of(), "SlowServer.java")
                        .jvm("-Xmx512m")
                        .jvm(HTTP_SERVER)
                        .with(millis),
                ownJdk());
    }

    /// Heddle's own JDK, for what stands on the other side.
    public static Jdk ownJdk() {
        return Jdk.of(Path.of(System.getProperty("java.home")));
    }

    /// Loads a server and says what came of it.
    ///
    /// @param seconds least time that is measured, after the target has settled
    public Loaded loaded(Server server, String path, Load load, int seconds) throws InterruptedException {
        return loaded(server, path, load, seconds, Duration.ZERO);
    }

    /// The same with all connections opened at once by several threads, as many a load generator does, and not in
    /// batches that fit a short accept queue.
    public Loaded loadedAtOnce(Server server, String path, Load load, int seconds) throws InterruptedException {
        return loaded(Generator.openingAtOnce(OPENERS), server, path, load, seconds, Duration.ZERO);
    }

    /// The same for a server with a long queue.
    ///
    /// @param latency mean that is to be expected: the longer, the longer it settles and is measured
    public Loaded loaded(Server server, String path, Load load, int seconds, Duration latency)
            throws InterruptedException {
        return loaded(new Generator(1), server, path, load, seconds, latency);
    }

    /// @param closing ends with the run
    private static Loaded loaded(
            Generator closing, Server server, String path, Load load, int seconds, Duration latency)
            throws InterruptedException {
        Duration settleMost = longer(Duration.ofSeconds(10), latency.multipliedBy(SETTLE_LATENCIES + 2));
        Duration measureMost = longer(Duration.ofSeconds(3L * seconds), latency.multipliedBy(MEASURE_LATENCIES + 2));
        Phases phases = new Phases(
                SETTLE_LATENCIES,
                MEASURE_LATENCIES,
                Duration.ofSeconds(2),
                settleMost,
                Duration.ofSeconds(seconds),
                measureMost,
                TIMEOUT);
        Request request = new Request(server.uri(path), List.of());
        try (Generator generator = closing) {
            String body = generator.once(request, TIMEOUT).body().strip();
            CpuOfWindow cpu = new CpuOfWindow(server);
            Measurement measurement = generator.run(request, load, phases, cpu);
            return new Loaded(
                    measurement,
                    body,
                    cpu.millis() / Math.max(1.0, measurement.requests()),
                    Usage.rssBytes(server.pids()) >> 20,
                    cpu.ownMillis(),
                    cpu.millisToOpen(),
                    cpu.machine());
        }
    }

    /// Loads a server until it has answered so many requests, for its code to be compiled before it is measured.
    ///
    /// @param most longest time; a server that is slower stays colder
    /// @return requests that it has answered
    public long warm(Server server, String path, Load load, long requests, Duration most) throws InterruptedException {
        Phases phases = new Phases(0, 0, Duration.ZERO, Duration.ofSeconds(1), WARM_SLICE, WARM_SLICE, TIMEOUT);
        Instant end = Instant.now().plus(most);
        long answered = 0;
        try (Generator generator = new Generator(1)) {
            while (answered < requests && Instant.now().isBefore(end)) {
                answered += generator
                        .run(new Request(server.uri(path), List.of()), load, phases, new CpuOfWindow(server))
                        .requests();
            }
        }
        return answered;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /// A server that several cases use: started by the first, ended with the last experiment.
    ///
    /// @param name the same for the same server
    public Server shared(String name, Start start) throws InterruptedException {
        Missing before = workshop.missing().get(name);
        if (before != null) {
            throw before;
        }
        Server server = workshop.shared().get(name);
        if (server == null || !server.process().alive()) {
            try {
                server = start.start();
            } catch (Missing now) {
                workshop.missing().put(name, now);
                throw now;
            }
            processes.remove(server.process());
            workshop.shared().put(name, server);
        }
        return server;
    }

    /// Starts a server.
    public interface Start {

        Server start() throws InterruptedException;
    }

    /// A folder that outlives the case.
    public Path sharedFolder(String name) {
        try {
            return Files.createDirectories(folder.resolveSibling(name));
        } catch (IOException e) {
            throw new Failure(
                    "cannot write to " + folder.getParent() + ": " + IoReason.of(e),
                    "make room in the temporary folder",
                    e);
        }
    }

    /// Starts any process; it ends with the case.
    public OwnedProcess start(String name, List<String> command, Map<String, String> environment) {
        OwnedProcess process = workshop.supervisor()
                .launch(new Launch(
                        name, command, folder, environment, folder.resolve(name + "-" + processes.size() + ".log")));
        processes.add(process);
        return process;
    }

    @Override
    public void close() {
        processes.reversed().forEach(process -> process.stop(GRACE));
    }

    private OwnedProcess start(Fork fork, Jdk on) {
        return start(fork.main().substring(fork.main().lastIndexOf('.') + 1), fork.command(on.java()), Map.of());
    }

    private Fork compiled(Class<?> beside, List<Path> libraries, List<String> options, String source) {
        Path file = Sources.copy(beside, source, folder.resolve("source"));
        Path classes = workshop.compiled()
                .computeIfAbsent(
                        new Workshop.Compilation(beside, source, libraries),
                        same -> Sources.compile(
                                List.of(file), libraries, options, folder.resolve(source.replace(".java", ""))));
        return Fork.of(Sources.joined(classes, libraries), Sources.className(file));
    }

    private static List<String> options(List<String> level, String... more) {
        return Stream.concat(level.stream(), Stream.of(more)).toList();
    }

    /// What a program that serves has said so far.
    public Output said(Server server) {
        return Output.of(printed(server.process()));
    }

    private static Failure failed(Fork fork, OwnedProcess process, String how) {
        return new Failure(
                fork.main() + " " + how + "; its last lines: "
                        + process.lastLines(LINES_OF_A_FAILURE).replace('\n', ' '),
                "run it again; if it fails again, report it with the JDK's version");
    }

    private static String printed(OwnedProcess process) {
        try {
            return Files.exists(process.output())
                    ? new String(Files.readAllBytes(process.output()), StandardCharsets.UTF_8)
                    : "";
        } catch (IOException e) {
            throw new Failure("cannot read " + process.output() + ": " + IoReason.of(e), "check the disk", e);
        }
    }
}
