package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Bound;
import io.heddle.model.Race;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import io.heddle.report.Golden;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RaceTerminalTest {

    private static final Style STYLE = new Style(false, 80, Optional.of("target/heddle/race.html"));

    @Test
    void aQuickRaceIsShownAsBefore() {
        Race race = SampleRace.quick();
        Golden.check(
                "quick.txt",
                RaceTerminal.bounds(beforeLoad(race), STYLE).text()
                        + RaceTerminal.trialLine(race.trials().getFirst(), STYLE) + "\n\n"
                        + RaceTerminal.render(race, STYLE).text());
    }

    @Test
    void aRaceOfThreeArmsIsShownAsBefore() {
        Golden.check("full.txt", RaceTerminal.render(SampleRace.full(), STYLE).text());
    }

    @Test
    void theWorstIsShownAsBefore() {
        Golden.check(
                "odd.txt",
                RaceTerminal.render(OddRaces.empty(), STYLE).text() + "\n=====\n\n"
                        + RaceTerminal.render(OddRaces.oneArm(), STYLE).text() + "\n=====\n\n"
                        + RaceTerminal.render(OddRaces.oneJvm(), STYLE).text() + "\n=====\n\n"
                        + RaceTerminal.render(OddRaces.unknown(), STYLE).text() + "\n=====\n\n"
                        + RaceTerminal.render(OddRaces.searched(), STYLE).text());
    }

    @Test
    void nothingIsWiderThanTheTerminal() {
        for (int width : List.of(60, 80, 132)) {
            Style style = new Style(false, width, Optional.of("/" + "folder/".repeat(40) + "race.html"));
            List<Race> races = new ArrayList<>(OddRaces.all());
            races.addAll(List.of(SampleRace.quick(), SampleRace.full(), SampleRace.fourArms()));
            for (Race race : races) {
                everything(race, style)
                        .lines()
                        .forEach(line ->
                                assertTrue(line.codePointCount(0, line.length()) <= width, () -> width + ": " + line));
            }
        }
    }

    @Test
    void armsWhoseLabelsAreTooLongForTheirColumnsHaveLetters() {
        String text = RaceTerminal.render(SampleRace.fourArms(), STYLE).text();
        assertTrue(text.contains("  D = virtual=patched.jar\n"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("  throughput +A +B +C +D")), text);
        assertTrue(text.contains("/api/users  virtual=patched.jar / platform\n"), text);
        assertTrue(text.contains("  - virtual=patched.jar: patched.jar\n"), text);
    }

    @Test
    void whatIsNotANumberIsNotShown() {
        String text = everything(OddRaces.unknown(), STYLE);
        assertFalse(text.contains("NaN") || text.contains("Infinity") || text.contains("∞"), text);
    }

    @Test
    void theTargetCannotSpeakToTheTerminal() {
        String text = everything(OddRaces.hostile(), STYLE);
        assertTrue(
                text.codePoints()
                        .noneMatch(point -> point != '\n'
                                && (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT)),
                text);
        assertTrue(text.contains("</script>"), "what is harmless stays readable");
        assertFalse(text.contains("\nInjected"), "a line feed in a name starts no line");
    }

    @Test
    void colourIsWrittenWhenAskedForAndLeavesTheTextAlone() {
        Style color = new Style(true, 80, STYLE.html());
        for (Race race : List.of(SampleRace.quick(), SampleRace.full(), OddRaces.oneArm())) {
            String painted = everything(race, color);
            assertTrue(painted.contains("\u001b["));
            assertEquals(everything(race, STYLE), painted.replaceAll("\u001b\\[[0-9;]*m", ""));
            assertFalse(everything(race, STYLE).contains("\u001b"));
        }
    }

    @Test
    void theVerdictStandsLastAndBelowItWhatToDo() {
        List<String> lines =
                RaceTerminal.render(SampleRace.quick(), STYLE).text().lines().toList();
        assertEquals(
                List.of(
                        "Verdict: no gain, by the worst of 2 paths",
                        "Decision: switch, and limit what has a limit behind it"),
                lines.subList(lines.size() - 4, lines.size() - 2));
        Race race = SampleRace.quick();
        for (Verdict.Kind kind : Verdict.Kind.values()) {
            Verdict verdict = new Verdict("", kind, "some reason", Verdict.Limit.NONE, List.of(), List.of(), List.of());
            Race judged = new Race(
                    race.version(),
                    race.started(),
                    1,
                    true,
                    race.command(),
                    race.machine(),
                    race.target(),
                    race.arms(),
                    race.bounds(),
                    race.trials(),
                    race.comparisons(),
                    verdict,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    false,
                    "");
            assertEquals(
                    "Verdict: " + Formats.said(kind) + ": some reason",
                    new Lines(RaceTerminal.verdict(judged, STYLE)).text().strip());
        }
    }

    private static String everything(Race race, Style style) {
        StringBuilder text = new StringBuilder(
                        RaceTerminal.bounds(beforeLoad(race), style).text())
                .append(RaceTerminal.render(race, style).text());
        race.trials()
                .forEach(trial -> text.append(
                        Lines.of(RaceTerminal.trialLine(trial, style)).text()));
        return text.toString();
    }

    /// What the CPU allows is known only afterwards.
    private static List<Bound> beforeLoad(Race race) {
        return race.bounds().stream()
                .filter(bound -> bound.kind() != Bound.Kind.CPU)
                .toList();
    }
}
