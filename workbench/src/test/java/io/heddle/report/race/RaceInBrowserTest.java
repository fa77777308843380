package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Race;
import io.heddle.report.Chromium;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class RaceInBrowserTest {

    @TempDir
    Path folder;

    @Test
    void thePageShowsVerdictFiguresAndCharts() throws Exception {
        Chromium.Page page = Chromium.orSkip().open(folder, RaceHtml.render(SampleRace.full()));
        assertEquals("", page.console(), "errors and refused scripts stand in the console");
        assertEquals(8, count(page.dom(), "<canvas"), "four charts a path");
        assertTrue(
                page.dom()
                        .contains("Longest wait of /api/quote while /api/users had 50 connections: platform 330 ms; "),
                page.dom());
        assertTrue(
                page.dom().contains("p99 against connections on /api/users. platform at 50 connections: "), page.dom());
        assertTrue(page.dom().contains("<span class=\"kind no-gain\">no gain</span>"), page.dom());
        assertTrue(page.dom().contains("<span class=\"kind gain\">gain</span>"));
        assertEquals(
                SampleRace.full().trials().size(),
                count(page.dom().substring(page.dom().indexOf("id=\"trials\"")), "<th scope=\"row\">"),
                "a row a trial");
        assertEquals(
                5,
                count(
                        page.dom()
                                .substring(
                                        page.dom().indexOf("id=\"procedure\""),
                                        page.dom().indexOf("id=\"setup\"")),
                        "<li>"),
                "how it was measured, in five sentences");
    }

    @Test
    void fourArmsHaveAVerdictEachAgainstTheFirst() throws Exception {
        Chromium.Page page = Chromium.orSkip().open(folder, RaceHtml.render(SampleRace.fourArms()));
        assertEquals("", page.console());
        assertEquals(8, count(page.dom(), "<canvas"), "four charts a path");
        for (String pair : List.of("virtual / platform", "virtual@25 / platform", "virtual=patched.jar / platform")) {
            assertEquals(2, count(page.dom(), "<b>" + pair + "</b>"), pair + " on each path");
        }
        assertEquals(4, count(page.dom(), "class=\"fill s3\"") + count(page.dom(), "class=\"fill s2\""));
        assertTrue(
                page.dom()
                        .contains(
                                "virtual@25: JDK 25.0.4, collector G1, compact object headers, pollers vthread-pollers"),
                page.dom());
    }

    @Test
    void kneesAreMarkedAndSaid() throws Exception {
        Chromium.Page page = Chromium.orSkip()
                .open(folder, RaceHtml.render(SampleRace.swept().race()));
        assertEquals("", page.console());
        assertTrue(
                page.dom()
                        .contains(
                                "beyond which connections wait: platform at 20 connections, virtual at 20 connections."),
                page.dom());
        assertTrue(
                page.dom().contains("beyond which connections wait: platform at 19")
                        && !page.dom().contains("virtual at 1,000 connections."),
                "the virtual arm still grows");
    }

    @Test
    void oddRacesHavePagesWithoutErrors() throws Exception {
        Chromium chromium = Chromium.orSkip();
        for (Race race : List.of(OddRaces.empty(), OddRaces.oneArm(), OddRaces.unknown(), OddRaces.oneJvm())) {
            Chromium.Page page = chromium.open(folder, RaceHtml.render(race));
            assertEquals("", page.console());
            assertTrue(page.dom().contains("<span class=\"kind "), page.dom());
        }
    }

    @Test
    void whatTheTargetPlantsStaysInert() throws Exception {
        Chromium chromium = Chromium.orSkip();
        String html = RaceHtml.render(OddRaces.hostile());
        String withoutPolicy = html.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "");
        assertTrue(withoutPolicy.length() < html.length());
        String asWithoutScripts =
                withoutPolicy.replaceFirst("<noscript>", "<div>").replaceFirst("</noscript>", "</div>");
        assertTrue(
                asWithoutScripts.contains("<div><pre>Heddle "),
                "a browser without scripts reads the summary as elements");
        for (String page : List.of(html, withoutPolicy, asWithoutScripts)) {
            String dom = chromium.open(folder, page).dom();
            assertTrue(dom.contains("<html lang=\"en\">"), "no script or handler has marked the page");
            assertTrue(dom.contains("<title>Heddle race: ") && !dom.contains("<title>owned"), "the title is Heddle's");
            assertTrue(dom.contains("<span class=\"kind no-gain\">"), "the page is drawn all the same");
        }
    }

    /// Shows that the test above can fail: the same text as markup does what it was planted for, unless the policy
    /// is there.
    @Test
    void whatIsPlantedWorksWhereNothingHoldsIt() throws Exception {
        Chromium chromium = Chromium.orSkip();
        String html = RaceHtml.render(SampleRace.quick());
        String infected = html.replaceFirst(
                "<main>", Matcher.quoteReplacement("<main>" + OddRaces.PLANTED.replaceAll("\\p{Cs}", "")));
        String withoutPolicy = infected.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "");
        assertTrue(chromium.open(folder, withoutPolicy).dom().contains("data-owned=\"1\""));
        assertFalse(
                chromium.open(folder, infected).dom().contains("data-owned=\"1\""), "the policy alone stops it too");
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
