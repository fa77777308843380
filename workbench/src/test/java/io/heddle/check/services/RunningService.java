package io.heddle.check.services;

import io.heddle.model.Failure;
import io.heddle.race.requests.Workload;
import io.heddle.race.target.Launch;
import io.heddle.race.target.OwnedProcess;
import io.heddle.race.target.Readiness;
import io.heddle.race.target.Supervisor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// An unmodified service that answers.
final class RunningService implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);
    private static final String PORT = "{port}";

    private final Supervisor supervisor;
    private final OwnedProcess process;
    private final URI base;

    private RunningService(Supervisor supervisor, OwnedProcess process, URI base) {
        this.supervisor = supervisor;
        this.process = process;
        this.base = base;
    }

    /// Starts it and waits for its first answer.
    ///
    /// @param work folder for its output
    /// @param jvm options of the JVM
    /// @param arguments of the service; `{port}` in them is a free port
    /// @throws Failure when it does not answer
    static RunningService start(
            Path javaHome, Path work, List<String> jvm, Path jar, List<String> arguments, Workload workload)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin/java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
        String port = String.valueOf(freePort());
        arguments.forEach(argument -> command.add(argument.replace(PORT, port)));
        Supervisor supervisor = Supervisor.start(work);
        try {
            OwnedProcess process =
                    supervisor.launch(new Launch("service", command, work, Map.of(), work.resolve("service.log")));
            URI base = Readiness.await(
                    process,
                    workload.probe(URI.create("http://localhost")),
                    OptionalInt.empty(),
                    START,
                    System.err::println);
            return new RunningService(supervisor, process, base);
        } catch (RuntimeException e) {
            supervisor.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    URI base() {
        return base;
    }

    Path output() {
        return process.output();
    }

    @Override
    public void close() {
        process.stop(Duration.ofSeconds(10));
        supervisor.close();
    }
}
