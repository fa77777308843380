package io.heddle.check.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.Artifact.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void versionsAreOrderedAsMavenOrdersThem() {
        List<String> ordered = List.of(
                "1.0-alpha-1",
                "1.0-beta2",
                "1.0-rc1",
                "1.0-SNAPSHOT",
                "1.0",
                "1.0-jre",
                "1.0.1",
                "1.2",
                "1.10",
                "9.4.58.v20250814",
                "10.0.0",
                "20231013");
        for (int i = 1; i < ordered.size(); i++) {
            assertTrue(
                    Versions.compare(ordered.get(i - 1), ordered.get(i)) < 0,
                    ordered.get(i - 1) + " is before " + ordered.get(i));
            assertTrue(
                    Versions.compare(ordered.get(i), ordered.get(i - 1)) > 0,
                    ordered.get(i) + " is behind " + ordered.get(i - 1));
        }
        assertEquals(0, Versions.compare("4.1.80.Final", "4.1.80"));
        assertEquals(0, Versions.compare("1.0", "1.0.0"));
    }

    @Test
    void aReleaseThatIsMendedGetsNoAdvice() {
        assertTrue(advice("org.postgresql:postgresql:42.5.4").contains("42.6.0"));
        assertTrue(advice("spring-boot-2.7.3.jar").contains("3.2.0"));
        assertEquals("", advice("org.postgresql:postgresql:42.6.0"));
        assertEquals("", advice("my.own:postgresql:1.0"));
        assertEquals("", advice("some.jar"));
    }

    private static String advice(String artifact) {
        return KnownFixes.advice(new Artifact(artifact, Path.of(""), Role.LIBRARY));
    }
}
