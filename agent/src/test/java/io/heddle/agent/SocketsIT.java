package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A WebSocket of a server's own is the same whatever threads its requests run on.
@Tag("slow")
final class SocketsIT {

    @TempDir
    Path folder;

    static Stream<Arguments> servers() {
        return Stream.of(
                        "tomcat-9-old TomcatSocketProgram",
                        "tomcat-11 TomcatSocketProgram",
                        "jetty-12.0 JettySocketProgram",
                        "undertow-2.2 UndertowSocketProgram",
                        "undertow-2.4 UndertowSocketProgram")
                .flatMap(server -> Stream.of(Jdk.values())
                        .map(jdk -> Arguments.of(server.split(" ")[0], server.split(" ")[1], jdk)));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_connection_that_is_upgraded_works_in_both_arms(String server, String program, Jdk jdk) throws Exception {
        List<Path> path = new ArrayList<>(TargetProcess.Plan.jars(server));
        if (!server.startsWith("undertow")) {
            path.addAll(TargetProcess.Plan.jars(server + "-socket"));
            path.add(ServletPrograms.compiled(program, server.equals("tomcat-11"), server, server + "-socket"));
        }
        for (String mode : List.of("observe", "flip")) {
            TargetProcess.Plan plan = new TargetProcess.Plan(
                    jdk,
                    "mode=" + mode,
                    List.of("-Djdk.virtualThreadScheduler.parallelism=8"),
                    path,
                    List.of("io.heddle.agent.program." + program));
            try (TargetProcess target = TargetProcess.start(plan, Files.createDirectory(folder.resolve(mode)))) {
                assertEquals("heard a word", target.echo("/socket", "a word"));
                assertEquals("heard another", target.echo("/socket", "another"));
                assertEquals(0, target.end(), target.err());
                long onVirtual = mode.equals("flip") ? 2 : 0;
                assertEquals(
                        List.of(onVirtual, 2 - onVirtual),
                        List.of(target.result().virtual(), target.result().platform()),
                        "the requests that ask for it");
            }
        }
    }
}
