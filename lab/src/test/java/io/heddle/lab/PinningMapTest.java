package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.lab.Expectation.State;
import io.heddle.lab.bench.Outcome;
import io.heddle.lab.pinning.PinningMap;
import io.heddle.race.target.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is expected of a JDK that may not be here.
class PinningMapTest {

    private static final String FREE = "leaves its carrier";
    private static final String GROWS = "holds its carrier, the pool grows";
    private static final String SILENT = "holds its carrier, no jdk.VirtualThreadPinned";

    @ParameterizedTest
    @CsvSource({"21, true", "22, true", "23, false", "25, false", "26, false"})
    void thePoolGrowsForFilesBefore23(int feature, boolean grows) {
        assertEquals(grows ? State.HELD : State.BROKEN, state(feature, "read of a slow file", GROWS));
        assertEquals(grows ? State.BROKEN : State.HELD, state(feature, "read of a slow file", SILENT));
    }

    @ParameterizedTest
    @CsvSource({"21, BROKEN", "23, BROKEN", "24, HELD", "26, HELD"})
    void monitorsLetGoSince24(int feature, State state) {
        assertEquals(state, state(feature, "contended synchronized", FREE));
    }

    @Test
    void whatMayHaveChangedIsUnseenAndNotBroken() {
        assertEquals(State.BROKEN, state(25, "wait for another's class initialiser", FREE));
        assertEquals(State.UNSEEN, state(26, "wait for another's class initialiser", FREE));
        assertEquals(
                State.HELD,
                state(26, "wait for another's class initialiser", "holds its carrier, jdk.VirtualThreadPinned tells"));
    }

    private static State state(int feature, String way, String seen) {
        LabJdk jdk = new LabJdk(
                String.valueOf(feature), Optional.of(new Jdk(Path.of("jdk"), String.valueOf(feature), feature)), "");
        Row row = new Row(
                way,
                jdk.label(),
                Published.NOTHING,
                Row.State.MEASURED,
                Outcome.of(1, "ms").also("which", seen),
                "",
                1);
        return new PinningMap()
                .judge(new Plan(Extent.FULL, List.of(jdk)), new Rows(List.of(row))).stream()
                        .filter(one -> one.says().startsWith(way + " holds")
                                || one.says().startsWith(way + " leaves"))
                        .findFirst()
                        .orElseThrow()
                        .state();
    }
}
