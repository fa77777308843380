package io.heddle.demo.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// One server in a process of its own, with a configuration of the test, until it is closed. Its files lie in a
/// folder of the test.
public final class RealServer implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Process process;
    private final Path log;
    private final Thread end;

    private RealServer(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
    }

    /// The servers there are, and how each one stays in the foreground with everything in one folder.
    public enum Kind {
        HAPROXY("haproxy") {
            @Override
            List<String> arguments(Path folder, Path configuration, int port) {
                return List.of("-db", "-f", configuration.toString());
            }
        },
        NGINX("nginx") {
            @Override
            List<String> arguments(Path folder, Path configuration, int port) {
                return List.of(
                        "-p", folder.toString(), "-c", configuration.toString(), "-e", "stderr", "-g", "daemon off;");
            }
        },
        PROMETHEUS("prometheus") {
            @Override
            List<String> arguments(Path folder, Path configuration, int port) {
                return List.of(
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port);
            }
        };

        private final String launcher;

        Kind(String launcher) {
            this.launcher = launcher;
        }

        abstract List<String> arguments(Path folder, Path configuration, int port);
    }

    /// Starts a server and waits until it takes connections. Where `./dev servers` has not been here, the test is
    /// skipped or fails, as [Needed] says.
    ///
    /// @param folder empty or not there yet; of this server alone
    /// @param configuration its text; HAProxy's and nginx' must listen on the port, on 127.0.0.1
    /// @param port that tells by an accepted connection that it is ready
    /// @param options further ones of its command line
    public static RealServer start(Kind kind, Path folder, String configuration, int port, String... options)
            throws IOException, InterruptedException {
        Path launcher = launchers().resolve(kind.launcher);
        Needed.orSkip(Files.isExecutable(launcher), "no " + kind.launcher + " (./dev servers fetches it)");
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve(kind.launcher + ".conf"), configuration);
        Path log = folder.resolve(kind.launcher + ".log");
        RealServer server = new RealServer(
                new ProcessBuilder(command(launcher, kind.arguments(folder, file, port), options))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
        server.awaitReady(port);
        return server;
    }

    private static List<String> command(Path launcher, List<String> arguments, String... options) {
        return Stream.of(Stream.of(launcher.toString()), arguments.stream(), Stream.of(options))
                .flatMap(stream -> stream)
                .toList();
    }

    /// Where `./dev servers` puts them.
    private static Path launchers() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve("heddle/servers");
    }

    private void awaitReady(int port) throws IOException, InterruptedException {
        Instant deadline = Instant.now().plus(LONGEST);
        while (!Ports.answers(port)) {
            if (!process.isAlive() || Instant.now().isAfter(deadline)) {
                String said = log();
                close();
                throw new AssertionError("not ready: " + said);
            }
            Thread.sleep(20);
        }
    }

    /// The server itself: signals reach it, such as `kill -USR1` for nginx to open its log anew.
    public ProcessHandle process() {
        return process.toHandle();
    }

    /// What it has said on standard output and error.
    public String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
