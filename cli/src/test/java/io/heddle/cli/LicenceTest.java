package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The build's licence check, run on projects that release one library each. Both libraries are used by this build, so
/// no network is needed.
@Tag("slow")
class LicenceTest {

    @TempDir
    private Path folder;

    @Test
    void aLicenceThatIsNotAllowedFailsTheBuild() throws Exception {
        Result result = build("org.junit.jupiter", "junit-jupiter-api");
        assertNotEquals(0, result.exit(), result::toString);
        assertTrue(result.out().contains("forbidden licenses"), result::toString);
        assertTrue(result.out().contains("org.junit.jupiter:junit-jupiter-api"), result::toString);
    }

    @Test
    void anAllowedLicencePassesAndIsListed() throws Exception {
        Result result = build("info.picocli", "picocli");
        assertEquals(0, result.exit(), result::toString);
        String list = Files.readString(folder.resolve("target/classes/META-INF/THIRD-PARTY.txt"));
        assertTrue(list.contains("(Apache-2.0) picocli"), list);
    }

    private Result build(String group, String artifact) throws Exception {
        Files.writeString(folder.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <parent>
                    <groupId>io.heddle</groupId>
                    <artifactId>heddle-parent</artifactId>
                    <version>0.1.0-SNAPSHOT</version>
                    <relativePath>%s/pom.xml</relativePath>
                  </parent>
                  <artifactId>one-library</artifactId>
                  <dependencies>
                    <dependency><groupId>%s</groupId><artifactId>%s</artifactId></dependency>
                  </dependencies>
                  <build>
                    <plugins>
                      <plugin><groupId>org.codehaus.mojo</groupId><artifactId>license-maven-plugin</artifactId></plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(
                        folder.toRealPath().relativize(Shell.root().toRealPath()), group, artifact));
        Map<String, String> environment = Map.of(
                "PATH",
                System.getenv("PATH"),
                "HOME",
                System.getProperty("user.home"),
                "JAVA_HOME",
                System.getProperty("java.home"));
        return Shell.run(
                folder,
                environment,
                System.getProperty("heddle.maven") + "/bin/mvn",
                "-o",
                "-B",
                "-Dmaven.repo.local=" + System.getProperty("localRepository"),
                "process-resources");
    }
}
