package io.heddle.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.Chromium;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class CheckHtmlTest {

    @TempDir
    Path folder;

    @Test
    void thePageShowsFindingsAndTheLadderOfTheWorst() throws Exception {
        Chromium.Page page = Chromium.orSkip().open(folder, CheckHtml.render(SampleChecks.full()));
        assertEquals("", page.console(), "errors and refused scripts stand in the console");
        assertEquals(3, count(page.dom(), "<details class=\"finding\""));
        assertEquals(
                8,
                count(
                        page.dom()
                                .substring(
                                        page.dom().indexOf("<ol class=\"ladder\">"),
                                        page.dom().indexOf("</ol>")),
                        "<li"),
                "seven calls and the sink");
        assertTrue(page.dom().contains("3 of 3"), "the filters count");
        assertTrue(page.dom().contains("Not cleared"), page.dom());
    }

    @Test
    void thePageBeginsAsTheTerminalDoesAndHoldsTheRest() throws Exception {
        String dom = Chromium.orSkip()
                .open(folder, CheckHtml.render(SampleChecks.service()))
                .dom();
        assertTrue(dom.contains("yours: 1; libraries: 2 that requests meet"), dom);
        assertTrue(dom.contains("3 of 4"), "what runs once is there, and hidden");
        assertTrue(
                Pattern.compile("<details class=\"finding\" hidden=\"\"")
                        .matcher(dom)
                        .find(),
                dom);
        int own = dom.indexOf("swap_BANG_");
        int each = dom.indexOf("· each request runs it");
        int some = dom.indexOf("· some requests run it");
        int once = dom.indexOf("· once: at start");
        assertTrue(0 < own && own < each && each < some && some < once, List.of(own, each, some, once)::toString);
    }

    @Test
    void whatTheTargetPlantsStaysInert() throws Exception {
        String html = CheckHtml.render(SampleChecks.report(SampleChecks.hostile()));
        String withoutPolicy = html.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "");
        assertTrue(withoutPolicy.length() < html.length());
        String dom = Chromium.orSkip().open(folder, withoutPolicy).dom();
        assertTrue(dom.contains("<html lang=\"en\">"), "no script or handler has marked the page");
        assertTrue(dom.contains("<details class=\"finding\""), "the page is drawn all the same");
    }

    @Test
    void aPageWithoutFindingsSaysWhatThatMeans() throws Exception {
        Chromium.Page page = Chromium.orSkip().open(folder, CheckHtml.render(SampleChecks.report()));
        assertEquals("", page.console());
        assertTrue(page.dom().contains("What was not read is not cleared."), page.dom());
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
