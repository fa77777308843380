package io.heddle.report.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Fix;
import io.heddle.model.Refusal;
import io.heddle.report.Style;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixTerminalTest {

    @Test
    void refusalsOfOneLibraryAreOneEntry() {
        String text = text(
                refused("a.jar", "first", "blocking-under-monitor"),
                refused("b.jar", "second", "blocking-under-monitor"),
                refused("a.jar", "third", "lock-under-monitor"));
        assertTrue(text.contains("Refused, with the reason: 3"), text);
        assertTrue(
                text.contains("source-missing  2 findings\n  blocking-under-monitor 1, lock-under-monitor 1\n"), text);
        assertEquals(1, text.lines().filter("  a.jar is a library"::equals).count(), text);
        assertTrue(text.contains("at com.example.Shop.second (Shop.java:7)"), text);
    }

    private static String text(Fix.Answer... answers) {
        return FixTerminal.render(
                        new Fix(
                                "1",
                                List.of(),
                                List.of("app.jar"),
                                21,
                                25,
                                3,
                                0,
                                List.of(answers),
                                List.of(),
                                "",
                                false,
                                List.of(),
                                1),
                        20,
                        Style.PLAIN)
                .text();
    }

    private static Fix.Answer refused(String artifact, String method, String rule) {
        Finding finding = new Finding(
                rule,
                21,
                Optional.of(23),
                Severity.STALL,
                Confidence.LIKELY,
                "",
                Reach.UNKNOWN,
                artifact,
                "com.example.Shop",
                method,
                "()V",
                "Shop.java",
                7,
                List.of(),
                "java.lang.Thread.sleep",
                "",
                Optional.empty());
        return new Fix.Answer(
                finding,
                method,
                Fix.Kind.REFUSED,
                Fix.Mend.LOCK,
                Optional.of(Refusal.SOURCE_MISSING),
                artifact + " is a library",
                "upgrade it",
                List.of(),
                List.of());
    }
}
