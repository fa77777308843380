package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.target.TargetJar;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle.jar` in an empty folder, without the clone.
@Tag("slow")
class JarAloneIT {

    private static final Path JAR = HeddleRun.ROOT.resolve("cli/target/heddle.jar");

    @TempDir
    private Path folder;

    @Test
    void anOlderJdkStartsTheNewerOneWithTheSameExitCode() throws Exception {
        Result version = old("--version");
        assertEquals(0, version.exit(), version::toString);
        assertTrue(version.out().contains("(JDK " + Runtime.version().feature() + "."), version::toString);
        Result unknown = old("explain", "no-such-rule");
        assertEquals(2, unknown.exit(), unknown::toString);
        assertTrue(unknown.err().contains("no-such-rule"), unknown::toString);
    }

    @Test
    void theDemoIsARunnableJarWithItsLibrariesFromTheRepository() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        TargetChoice.Demo demo = DemoBundle.unpack(folder, said::add);
        TargetJar service = TargetJar.read(demo.service());
        assertTrue(service.springBootVersion().isPresent(), service::toString);
        assertTrue(service.server().orElse("").startsWith("Tomcat "), service::toString);
        assertEquals(21, service.javaRelease());
        List<URI> libraries = new ArrayList<>();
        for (Path jar : List.of(demo.service(), demo.backstage())) {
            try (JarFile file = new JarFile(jar.toFile())) {
                Arrays.stream(file.getManifest()
                                .getMainAttributes()
                                .getValue(Attributes.Name.CLASS_PATH)
                                .split(" "))
                        .map(URI::create)
                        .forEach(libraries::add);
            }
        }
        long bytes = 0;
        for (URI library : libraries.stream().distinct().toList()) {
            bytes += Files.size(Path.of(library));
        }
        assertEquals(bytes / 1e6, DemoBundle.MEGABYTES, 2, "what is said of the download");
        assertEquals(demo, DemoBundle.unpack(folder, said::add), "the second time nothing is new");
    }

    @Test
    @Tag("long")
    void theDemoIsRacedWithoutAClone() throws Exception {
        Result race = Shell.run(
                folder,
                Map.of(
                        "PATH",
                        System.getenv("PATH"),
                        "XDG_CACHE_HOME",
                        folder.resolve("cache").toString()),
                command(System.getProperty("java.home"), "race", "--quick", "--path", "/api/users")
                        .toArray(String[]::new));
        assertEquals(0, race.exit(), race::toString);
        assertTrue(race.out().contains("no gain   /api/users"), race::toString);
    }

    private Result old(String... arguments) throws Exception {
        return Shell.run(
                folder,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                command(Jdks.home("21"), arguments).toArray(String[]::new));
    }

    private static List<String> command(String home, String... arguments) {
        return Stream.concat(Stream.of(home + "/bin/java", "-jar", JAR.toString()), Arrays.stream(arguments))
                .toList();
    }
}
