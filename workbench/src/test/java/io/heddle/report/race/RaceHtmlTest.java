package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.model.Race;
import io.heddle.report.Golden;
import io.heddle.report.HtmlPage;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RaceHtmlTest {

    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @Test
    void aDefaultRaceFitsTheBudget() {
        int bytes = RaceHtml.render(SampleRace.full()).getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes < 300_000, () -> "the report of a default race with three arms has " + bytes + " bytes");
    }

    @Test
    void nothingIsFetched() {
        List<Race> races = new ArrayList<>(OddRaces.all());
        races.addAll(List.of(SampleRace.quick(), SampleRace.full(), SampleOverload.race()));
        for (Race race : races) {
            String html = RaceHtml.render(race);
            String own = DATA.matcher(html)
                    .replaceFirst("")
                    .replaceFirst("(?s)<noscript>.*?</noscript>", "")
                    .replaceFirst("(?s)<title>.*?</title>", "");
            for (String fetching : List.of(
                    "src=",
                    "@import",
                    "url(",
                    "fetch(",
                    "XMLHttpRequest",
                    "WebSocket",
                    "sendBeacon",
                    "import(",
                    "<link",
                    "<iframe",
                    "<form",
                    "innerHTML",
                    "eval(",
                    "document.write",
                    "insertAdjacentHTML")) {
                assertFalse(own.contains(fetching), fetching);
            }
            assertEquals(
                    List.of("https://github.com/leeoniya/uPlot"),
                    Pattern.compile("https?://[^\\s\"')]+")
                            .matcher(own)
                            .results()
                            .map(MatchResult::group)
                            .toList(),
                    "the only address is in uPlot's own first comment");
        }
    }

    @Test
    void thePolicyAllowsTheTemplatesOwnScriptsAndNothingElse() throws Exception {
        for (Race race : List.of(SampleRace.quick(), OddRaces.hostile())) {
            String html = RaceHtml.render(race);
            String policy =
                    html.substring(html.indexOf("default-src"), html.indexOf("\">", html.indexOf("default-src")));
            assertTrue(
                    policy.startsWith("default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'sha256-")
                            && !policy.contains("unsafe"),
                    policy);
            List<String> elements = Pattern.compile("(?s)<(script|style)>(.*?)</\\1>")
                    .matcher(html)
                    .results()
                    .map(match -> match.group(2))
                    .toList();
            assertEquals(4, elements.size(), "uPlot's style and script, the template's style and script");
            for (String element : elements) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(element.getBytes(StandardCharsets.UTF_8));
                assertTrue(
                        policy.contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'"),
                        element.substring(0, 40));
            }
            assertEquals(4, policy.split("sha256-", -1).length - 1);
        }
    }

    @Test
    void textOfTheTargetCannotEndTheElementThatHoldsIt() throws Exception {
        String html = RaceHtml.render(OddRaces.hostile());
        MatchResult data = DATA.matcher(html).results().findFirst().orElseThrow();
        assertTrue(data.group(1)
                .chars()
                .noneMatch(c -> c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029'));
        JsonNode tree = new ObjectMapper().readTree(data.group(1));
        assertTrue(
                tree.get("paths")
                        .get(0)
                        .get("path")
                        .asText()
                        .endsWith(OddRaces.PLANTED.replaceAll("\\p{Cs}", "\ufffd")),
                "what was planted is still said");
        assertFalse(html.contains("<img"));
    }

    @Test
    void everyOddRaceHasAPage() throws Exception {
        for (Race race : OddRaces.all()) {
            String html = RaceHtml.render(race);
            String data = DATA.matcher(html).results().findFirst().orElseThrow().group(1);
            assertTrue(new ObjectMapper().readTree(data).has("verdict"));
            assertFalse(data.contains("NaN") || data.contains("Infinity"), "a figure is not a number");
        }
    }

    @Test
    void overloadsHaveARowAndACurveForEachArm() throws Exception {
        String html = RaceHtml.render(SampleOverload.race());
        JsonNode overload = new ObjectMapper()
                .readTree(DATA.matcher(html).results().findFirst().orElseThrow().group(1))
                .get("overload")
                .get(0);
        assertEquals(3, overload.get("rows").size());
        assertEquals(3, overload.get("runs").get(0).get("arms").size());
        assertEquals(
                129, overload.get("runs").get(0).get("arms").get(2).get("good").size());
        assertTrue(html.contains("Under overload"));
    }

    @Test
    void uPlotIsTheOneThatItsVersionFileNames() throws Exception {
        for (String line : text("uplot/VERSION")
                .lines()
                .filter(text -> text.startsWith("SHA-256"))
                .toList()) {
            String[] words = line.split("\\s+");
            assertEquals(
                    words[1],
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256")
                                    .digest(text("uplot/" + words[2]).getBytes(StandardCharsets.UTF_8))),
                    words[2]);
        }
        assertTrue(text("uplot/VERSION").startsWith("uPlot 1.6.32")
                && text("uplot/uPlot.iife.min.js").startsWith("/*! https://github.com/leeoniya/uPlot (v1.6.32) */"));
        assertTrue(RaceHtml.render(SampleRace.quick()).contains("Copyright (c) 2022 Leon Sorokin"));
    }

    /// `./dev look` looks at what this writes.
    @Test
    void theKeptSampleBecomesAPage() throws Exception {
        Path folder = Files.createDirectories(Path.of("target/look"));
        Files.writeString(folder.resolve("sample.html"), RaceHtml.render(RaceReader.read(Golden.read("sample.json"))));
        Files.writeString(folder.resolve("full.html"), RaceHtml.render(SampleRace.full()));
        Files.writeString(folder.resolve("overload.html"), RaceHtml.render(SampleOverload.race()));
        assertTrue(Files.size(folder.resolve("sample.html")) < 300_000);
    }

    private static String text(String resource) throws Exception {
        try (InputStream in = HtmlPage.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
