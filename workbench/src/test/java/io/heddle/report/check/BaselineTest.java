package io.heddle.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BaselineTest {

    @Test
    void aFileIsReadBackAndSorted() {
        Baseline baseline = Baseline.of(List.of(SampleChecks.lock(), SampleChecks.blocking(), SampleChecks.clojure()));
        assertEquals(baseline, Baseline.read(baseline.text(), "f"));
        List<String> rules = baseline.text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(17))
                .toList();
        assertEquals(rules.stream().sorted().toList(), rules);
        assertTrue(
                rules.getFirst()
                        .startsWith(
                                "blocking-under-monitor org.postgresql.core.PGStream.receive org.postgresql:postgresql"),
                rules::toString);
    }

    /// A class file may name a class so that its line is followed by one that accepts what nobody accepted.
    @Test
    void aNameOfAClassFileIsOneLineAndObeyedByNobody() {
        Finding finding = SampleChecks.blockingIn("p.Evil\n8cf348a163d385b5 blocking-under-monitor q\u001b[31m\u202e");
        String text = Baseline.of(List.of(finding)).text();
        assertEquals(1, text.lines().filter(line -> !line.startsWith("#")).count(), text);
        assertEquals(1, Baseline.read(text, "f").fingerprints().size(), text);
        assertTrue(text.chars().noneMatch(unit -> unit == 0x1b || unit == 0x202e), text);
    }

    @Test
    void pruningTakesOutWhatWentAndAddsNothing() {
        Baseline old = Baseline.of(List.of(SampleChecks.lock(), SampleChecks.blocking()));
        Baseline now = old.pruned(List.of(SampleChecks.blocking(), SampleChecks.clojure()));
        assertEquals(Baseline.of(List.of(SampleChecks.blocking())), now);
        assertEquals(1, old.gone(List.of(SampleChecks.blocking())).size());
    }

    @Test
    void aDamagedLineIsNamed() {
        Failure failure = assertThrows(Failure.class, () -> Baseline.read("# head\n\nnonsense\n", "f.txt"));
        assertTrue(failure.sentence().startsWith("f.txt line 3 "), failure.sentence());
    }
}
