package io.heddle.check.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.CheckContext;
import io.heddle.check.read.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In which release of Spring Boot a setting has no effect with virtual threads.
class DeadSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "server.tomcat.threads.max, 3.2.0, tomcat-embed-core, true",
        "spring.task.scheduling.shutdown.await-termination, 3.5.4, tomcat-embed-core, true",
        "spring.task.scheduling.shutdown.await-termination, 3.5.16, tomcat-embed-core, false",
        "spring.task.scheduling.pool.size, 3.5.16, tomcat-embed-core, true",
        "server.tomcat.max-connections, 3.2.0, tomcat-embed-core, false",
        "server.jetty.threads.max, 3.2.0, jetty-server, true",
        "server.jetty.threads.max, 3.5.6, jetty-server, true",
        "server.jetty.threads.max, 3.5.10, jetty-server, true",
        "server.jetty.threads.max, 3.5.11, jetty-server, false",
        "server.jetty.threads.max, 4.0.2, jetty-server, true",
        "server.jetty.threads.max, 4.0.3, jetty-server, false",
        "server.jetty.threads.max, 3.5.6, tomcat-embed-core, false",
        "server.jetty.threads.min, 3.5.6, jetty-server, false",
        "server.jetty.threads.min, 4.1.1, jetty-server, true",
        "server.undertow.threads.worker, 3.3.0, undertow-servlet, false",
        "server.undertow.threads.worker, 3.4.7, undertow-servlet, true",
        "server.undertow.threads.worker, 3.5.4, undertow-servlet, false",
        "server.undertow.threads.io, 3.4.7, undertow-servlet, false",
        "spring.threads.virtual.enabled, 3.2.4, undertow-servlet, true",
        "spring.threads.virtual.enabled, 3.4.0, undertow-servlet, false",
        "spring.threads.virtual.enabled, 3.5.16, undertow-servlet, true",
        "spring.threads.virtual.enabled, 3.5.16, tomcat-embed-core, false"
    })
    void theTableSaysInWhichRelease(String key, String boot, String server, boolean dead) {
        assertEquals(dead, DeadSettings.of(setting(key), boot, with(server)).isPresent(), () -> key + " in " + boot);
    }

    @Test
    void bothServersThereTomcatIsTheOneThatRuns() {
        assertEquals(
                List.of(),
                DeadSettings.of(
                                setting(FrameworkSetting.SWITCH),
                                "3.5.16",
                                with("undertow-servlet", "tomcat-embed-core"))
                        .stream()
                        .toList());
    }

    private static Setting setting(String key) {
        return new Setting(key, "8", "application.properties", 1, artifact("app"));
    }

    private static CheckContext with(String... artifacts) {
        return new CheckContext(
                List.of(artifacts).stream().map(DeadSettingsTest::artifact).toList(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static Artifact artifact(String name) {
        return new Artifact("group:" + name + ":1.0", Path.of("app"), Artifact.Role.TARGET);
    }
}
