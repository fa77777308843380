package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.read.Artifact.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static final Artifact SERVICE = new Artifact("service.jar", Path.of("service.jar"), Role.TARGET);

    @Test
    void ofYamlTheLevelsAndPlainValuesAreRead() {
        assertEquals(
                List.of(
                        "spring.threads.virtual.enabled=true@4",
                        "server.tomcat.threads.max=20@8",
                        "server.port=8080@9",
                        "spring.task.execution.pool.core-size=8@11"),
                read("BOOT-INF/classes/application-prod.yml", """
                        spring:
                          threads:
                            virtual:
                              enabled: true   # at last
                        server:
                          tomcat:
                            threads:
                              max: "20"
                          port: 8080
                        ---
                        spring.task.execution.pool.core-size: 8
                        """));
    }

    @Test
    void ofPropertiesEachLineIsRead() {
        assertEquals(
                List.of("spring.threads.virtual.enabled=true@3", "server.port=8080@4", "empty=@5"),
                read("application.properties", """
                # spring.main.banner-mode=off
                ! a comment too
                spring.threads.virtual.enabled = true
                server.port: 8080
                empty
                """));
    }

    @Test
    void otherFilesHoldNoSettings() {
        assertTrue(Settings.isSettings("BOOT-INF/classes/application.properties"));
        assertTrue(Settings.isSettings("bootstrap-dev.yaml"));
        assertFalse(Settings.isSettings("messages.properties"));
        assertFalse(Settings.isSettings("META-INF/application.json"));
    }

    @Test
    void aKeyIsTheSameHoweverItIsSpelt() {
        Setting setting = Settings.read("application.properties", "server.tomcat.maxThreads=3", SERVICE)
                .getFirst();
        assertTrue(setting.is("server.tomcat.max-threads"));
        assertTrue(setting.isBelow("server.tomcat"));
        assertFalse(setting.isBelow("server.tom"));
    }

    @Test
    void anArtifactsVersionIsReadFromItsFileWhereNothingBetterIsKnown() {
        Artifact boot = new Artifact("spring-boot-3.1.0.jar", Path.of("app.jar"), Role.LIBRARY);
        Artifact guava = new Artifact("com.google.guava:guava:33.0.0-jre", Path.of("app.jar"), Role.LIBRARY);
        assertEquals(
                List.of("spring-boot", "3.1.0", "guava", "33.0.0-jre", "classes", ""),
                List.of(
                        boot.id(),
                        boot.version(),
                        guava.id(),
                        guava.version(),
                        new Artifact("classes", Path.of("classes"), Role.TARGET).id(),
                        new Artifact("classes", Path.of("classes"), Role.TARGET).version()));
    }

    private static List<String> read(String file, String text) {
        return Settings.read(file, text, SERVICE).stream()
                .map(setting -> setting.key() + "=" + setting.value() + "@" + setting.line())
                .toList();
    }
}
