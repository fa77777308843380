package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FoldTest {

    /// A pool or a thread may be called anything, and stand where a line begins.
    @Test
    void noLineIsACommandToABuildServer() {
        assertEquals(
                List.of("  - pool limits the arm of", "    ..error::HikariPool-1"),
                LineWrapper.lines("pool limits the arm of ::error::HikariPool-1", 28, "  - ", "    "));
        assertEquals(List.of("# #[group]pool"), LineWrapper.lines("##[group]pool", 28, "", ""));
    }
}
