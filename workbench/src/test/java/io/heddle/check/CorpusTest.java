package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.input.Inputs;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Ten rows of the corpus of real libraries, small ones: `./dev truth-corpus` checks all. Without a repository that
/// has the libraries it is skipped, with the word SKIPPED.
@Tag("slow")
class CorpusTest {

    /// Parts of the names of the rows' classes.
    private static final List<String> ROWS = List.of(
            "postgresql.util.LruCache",
            "mariadb.jdbc.client.socket.impl.ReadAheadBufferedStream",
            "core5.concurrent.BasicFuture",
            "nats.client.impl.NatsConnectionWriter",
            "nats.client.NUID",
            "pool2.impl.GenericObjectPool",
            "pool2.impl.BaseGenericObjectPool$StatsStore",
            "hikari.HikariDataSource",
            "dagger.internal.DoubleCheck",
            "slf4j.helpers.SubstituteLoggerFactory");

    private static final Map<String, List<Finding>> CHECKED = new HashMap<>();

    static List<Pin.Case> cases() {
        return Pin.all().stream()
                .filter(pin -> ROWS.stream().anyMatch(pin.type()::endsWith))
                .flatMap(pin -> pin.cases().stream())
                .toList();
    }

    @Test
    void theTableHasTheTenRows() {
        assertEquals(ROWS.size(), cases().stream().map(Pin.Case::pin).distinct().count());
    }

    /// An artifact that cannot be had here skips its own cases alone.
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aRowComesOutAsItsMaintainersSay(Pin.Case one) {
        assertEquals(said(one, one.found()), said(one, isFound(one)));
    }

    private static String said(Pin.Case one, boolean found) {
        return one.artifact() + " " + one.pin().type() + "."
                + one.pin().method().replaceAll("\\(.*", "") + (found ? ": found" : ": silent");
    }

    private static boolean isFound(Pin.Case one) {
        return CHECKED.computeIfAbsent(one.artifact(), CorpusTest::check).stream()
                .anyMatch(finding -> finding.type().equals(one.pin().type())
                        && one.pin().method().equals(finding.method() + finding.descriptor()));
    }

    private static List<Finding> check(String artifact) {
        Inputs inputs = inputs(artifact);
        Map<Integer, Path> homes = new HashMap<>();
        Stream.ofNullable(System.getProperty("heddle.jdk21"))
                .filter(home -> !home.isBlank())
                .forEach(home -> homes.put(21, Path.of(home)));
        return Checker.run(new CheckOptions(
                        inputs.targets(),
                        inputs.libraries(),
                        inputs.artifacts(),
                        List.of(21),
                        homes,
                        false,
                        Confidence.LIKELY,
                        Set.of()))
                .findings();
    }

    private static Inputs inputs(String artifact) {
        try {
            Inputs inputs = Inputs.of(List.of(artifact), List.of(), false, _ -> {});
            // A dependency that cannot be had changes what is found.
            Assumptions.assumeTrue(
                    inputs.notes().isEmpty(),
                    () -> "SKIPPED: " + artifact + " cannot be had whole here: " + inputs.notes());
            return inputs;
        } catch (Failure e) {
            return Assumptions.abort("SKIPPED: " + artifact + " cannot be had here: " + e.getMessage());
        }
    }
}
