package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Race;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RaceMarkdownTest {

    /// What GitHub takes of a comment.
    private static final int MOST = 65_536;

    @Test
    void eachPathHasItsVerdictAndTheReportIsFoldedAway() {
        Race race = SampleRace.quick();
        List<String> lines = RaceMarkdown.render(race).lines().toList();
        assertEquals("## Heddle race: no gain", lines.getFirst());
        List<String> rows =
                lines.stream().filter(line -> line.startsWith("| **")).toList();
        assertEquals(race.verdicts().size(), rows.size());
        assertTrue(rows.get(0).startsWith("| **no gain** | <code>/api/users</code> | "), rows.get(0));
        assertTrue(rows.get(1).startsWith("| **gain** | <code>/api/quote</code> | "), rows.get(1));
        assertTrue(lines.contains("**Decision:** switch, and limit what has a limit behind it"), lines::toString);
        int pre = lines.indexOf("<pre>");
        assertTrue(lines.subList(pre, lines.indexOf("</pre>")).contains("Verdict: no gain, by the worst of 2 paths"));
    }

    @Test
    void severalPairsAreNamed() {
        String text = RaceMarkdown.render(SampleRace.fourArms());
        assertTrue(text.contains("| | path | arms | what was measured |"), text);
        assertTrue(text.contains("<code>virtual=patched.jar</code> / <code>platform</code>"), text);
    }

    @Test
    void theTargetCannotWriteMarkup() {
        String text = RaceMarkdown.render(OddRaces.hostile());
        assertFalse(text.contains("</script>"), text);
        assertEquals(1, text.lines().filter(line -> line.equals("</pre>")).count());
    }

    @Test
    void aCommentTakesIt() {
        List<Race> races = new ArrayList<>(OddRaces.all());
        races.addAll(List.of(SampleRace.quick(), SampleRace.full(), SampleRace.fourArms()));
        races.forEach(race -> assertTrue(RaceMarkdown.render(race).length() < MOST));
    }
}
