package io.heddle.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.heddle.model.Check;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Measured;
import io.heddle.report.Contract;
import io.heddle.report.Golden;
import io.heddle.report.MethodNames;
import io.heddle.report.Style;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CheckReportsTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final CheckTerminal.Wish PLAIN = new CheckTerminal.Wish(false, false, 50);

    @Test
    void theTerminalShowsPathAdviceAndWhatWasNotRead() {
        Golden.check(
                "check.txt",
                CheckTerminal.render(SampleChecks.full(), PLAIN, Style.PLAIN).text());
    }

    @Test
    void explainShowsReasonsAndWholePaths() {
        Golden.check(
                "check-explain.txt",
                CheckTerminal.render(SampleChecks.full(), new CheckTerminal.Wish(true, true, 50), Style.PLAIN)
                        .text());
    }

    @Test
    void nothingIsWiderThanTheTerminal() {
        for (CheckReport report :
                List.of(SampleChecks.full(), SampleChecks.report(SampleChecks.hostile()), SampleChecks.report())) {
            String text = CheckTerminal.render(report, new CheckTerminal.Wish(true, true, 50), Style.PLAIN)
                    .text();
            assertEquals(
                    List.of(),
                    text.lines()
                            .filter(line -> line.codePointCount(0, line.length()) > 80)
                            .toList());
            assertFalse(
                    text.contains("\u001b") || text.contains("\u202e"),
                    "no escape sequence of the target reaches the terminal");
        }
    }

    @Test
    void silenceIsNoAllClear() {
        String text =
                CheckTerminal.render(SampleChecks.report(), PLAIN, Style.PLAIN).text();
        assertTrue(text.contains("No finding at confidence likely or higher."), text);
        assertTrue(
                text.replace("\n", " ")
                        .contains("Not cleared: 17 call sites not followed (--unknown), 1 file not read whole."),
                text);
        assertTrue(text.contains("torn.jar"), text);
    }

    @Test
    void whatIsLeftOutIsSaid() {
        String text = CheckTerminal.render(SampleChecks.full(), new CheckTerminal.Wish(false, false, 1), Style.PLAIN)
                .text();
        assertTrue(text.contains("… and 2 findings more, none worse"), text);
    }

    @Test
    void theFirstScreenIsOnesOwnAndWhatRequestsMeet() {
        CheckReport report = SampleChecks.service();
        String text = CheckTerminal.render(report, new CheckTerminal.Wish(false, false, false, 20), Style.PLAIN)
                .text()
                .replaceAll("\\s+", " ");
        assertTrue(text.contains("yours: 1; libraries: 2 that requests meet; moving to 25 removes 3 and adds 0"), text);
        assertTrue(text.indexOf("clojure.core") < text.indexOf("Libraries that requests meet"), text);
        assertTrue(text.contains("blocking-under-monitor, likely; each request runs it …"), text);
        assertFalse(text.contains("PgPreparedStatement"), text);
        assertTrue(text.contains("--profile FILE.jfr tells what a recording of the service meets"), text);
        assertTrue(
                text.contains("… and 1 that are less sure (some in postgresql, which requests may meet), 1 that run"
                        + " once: --exposure all"),
                text);
        String all = CheckTerminal.render(report, PLAIN, Style.PLAIN).text();
        assertTrue(all.contains("PgPreparedStatement"), all);
    }

    /// Of a library nobody knows which requests its users serve.
    @Test
    void whatIsLessSureIsCountedUnlessItIsNew() {
        Finding[] unsure = IntStream.range(0, 6)
                .mapToObj(i -> SampleChecks.placed(
                        SampleChecks.blocking(), Exposure.UNKNOWN, Owner.OWN, "org.postgresql.B" + i))
                .toArray(Finding[]::new);
        CheckReport report = SampleChecks.report(unsure);
        CheckTerminal.Wish first = new CheckTerminal.Wish(false, false, false, 20);
        String text = CheckTerminal.render(report, first, Style.PLAIN).text().replaceAll("\\s+", " ");
        assertFalse(text.contains("PGStream"), text);
        assertTrue(text.contains("yours: 6;") && text.contains("… and 6 that are less sure: --exposure all"), text);
        assertTrue(CheckTerminal.render(report, PLAIN, Style.PLAIN).text().contains("PGStream"));
        assertTrue(CheckTerminal.render(report.against(SampleChecks.check()), first, Style.PLAIN)
                .text()
                .contains("PGStream"));
        CheckReport few = SampleChecks.report(Arrays.copyOf(unsure, 5));
        assertTrue(CheckTerminal.render(few, first, Style.PLAIN).text().contains("PGStream"));
        // A library that was asked for by its coordinates.
        CheckReport library = SampleChecks.report(Stream.of(unsure)
                .limit(5)
                .map(finding -> SampleChecks.placed(
                        finding, Exposure.UNKNOWN, Owner.OWN, finding.context().monitor(), "app.jar"))
                .toArray(Finding[]::new));
        assertFalse(CheckTerminal.render(library, first, Style.PLAIN).text().contains("PGStream"));
    }

    /// Where it is known what requests get to, one's own code that only a start runs is counted.
    @Test
    void whatOnlyAStartRunsIsCountedInAService() {
        Finding[] once = IntStream.range(0, 6)
                .mapToObj(i ->
                        SampleChecks.placed(SampleChecks.clojure(), Exposure.ONCE, Owner.OWN, "org.postgresql.B" + i))
                .toArray(Finding[]::new);
        CheckTerminal.Wish first = new CheckTerminal.Wish(false, false, false, 20);
        assertTrue(CheckTerminal.render(SampleChecks.report(once), first, Style.PLAIN)
                .text()
                .contains("swap!"));
        Finding[] served = Arrays.copyOf(once, 7);
        served[6] = SampleChecks.placed(
                SampleChecks.blocking(), Exposure.EACH_REQUEST, Owner.OWN, "org.postgresql.core.PGStream");
        String text = CheckTerminal.render(SampleChecks.report(served), first, Style.PLAIN)
                .text();
        assertTrue(text.contains("PGStream") && !text.contains("swap!"), text);
    }

    @Test
    void aNameThatIsLongerThanALineIsToldWhole() {
        String artifact = "org.example.deployer:spring-cloud-deployer-resource-support-of-everything:2.5.0";
        String text = CheckTerminal.render(
                        SampleChecks.report(SampleChecks.placed(
                                SampleChecks.blocking(),
                                Exposure.EACH_REQUEST,
                                Owner.LIBRARY,
                                "org.postgresql.B",
                                artifact)),
                        new CheckTerminal.Wish(false, false, false, 20),
                        Style.PLAIN)
                .text();
        assertTrue(text.replaceAll(" +yes +–\\n +", "").contains(artifact), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= Style.PLAIN.width()), text);
    }

    @Test
    void oneMonitorAndOneSinkAreOneEntry() {
        Finding one = SampleChecks.placed(
                SampleChecks.blocking(), Exposure.SOME_REQUESTS, Owner.OWN, "org.postgresql.Pool.lock");
        Finding other = SampleChecks.placed(
                SampleChecks.blocking(), Exposure.EACH_REQUEST, Owner.OWN, "org.postgresql.Pool.lock");
        List<FindingGroup> causes =
                FindingGroup.of(SampleChecks.report(one, other).items());
        assertEquals(1, causes.size());
        assertEquals(other, causes.getFirst().finding());
        assertEquals(
                "; 1 more place holds org.postgresql.Pool.lock for it",
                causes.getFirst().more());
    }

    /// e^1.25 to one, which is 78 of 100.
    @Test
    void eachReportTellsTheProbability() throws Exception {
        CheckReport report = SampleChecks.report(SampleChecks.blocking());
        assertEquals(
                0.78,
                MAPPER.readTree(CheckJson.render(report))
                        .at("/findings/0/probability")
                        .asDouble());
        assertEquals(
                0.78,
                MAPPER.readTree(SarifReport.render(report))
                        .at("/runs/0/results/0/properties/probability")
                        .asDouble());
        assertTrue(MarkdownReport.render(report).contains("likely (78 %)"));
        assertTrue(CheckHtml.render(report).contains("\"probability\":\"78 %\""));
        String explained = CheckTerminal.render(report, new CheckTerminal.Wish(true, true, 50), Style.PLAIN)
                .text()
                .replaceAll("\\s+", " ");
        assertTrue(explained.contains("likely (78 %): one call of the path has two targets"), explained);
        assertTrue(explained.contains("weighs: any finding (+2.0), calls 3 (-0.8)"), explained);
        assertFalse(CheckTerminal.render(report, PLAIN, Style.PLAIN).text().contains("78 %"));
    }

    @Test
    void whatARecordingShowsIsInJsonAndInSarif() throws Exception {
        CheckReport report = SampleChecks.report(SampleChecks.blocking().measuredAs(new Measured(12.5, 0.4)));
        JsonNode json = MAPPER.readTree(CheckJson.render(report)).at("/findings/0/measured");
        assertEquals(12.5, json.path("millisPerSecond").asDouble());
        assertEquals(json, MAPPER.readTree(SarifReport.render(report)).at("/runs/0/results/0/properties/measured"));
        CheckReport without = SampleChecks.report(SampleChecks.blocking());
        assertTrue(MAPPER.readTree(SarifReport.render(without))
                .at("/runs/0/results/0/properties/measured")
                .isMissingNode());
    }

    @Test
    void noModelNoProbability() throws Exception {
        CheckReport report = SampleChecks.report(SampleChecks.clojure());
        assertTrue(MAPPER.readTree(CheckJson.render(report))
                .at("/findings/0/probability")
                .isNull());
        assertFalse(MarkdownReport.render(report).contains("%"));
    }

    /// As methods that a generator wrote do.
    @Test
    void whatGoesTheSameWayIsToldOnce() {
        Finding lock = SampleChecks.lock();
        Finding[] alike = IntStream.range(0, 9)
                .mapToObj(i -> new Finding(
                        lock.rule(),
                        lock.since(),
                        lock.until(),
                        lock.severity(),
                        lock.confidence(),
                        lock.reason(),
                        lock.reach(),
                        lock.artifact(),
                        lock.type(),
                        "set" + i,
                        lock.descriptor(),
                        lock.source(),
                        lock.line(),
                        lock.path(),
                        lock.sink(),
                        lock.advice(),
                        lock.seen()))
                .toArray(Finding[]::new);
        CheckReport report = SampleChecks.report(alike);
        String text = CheckTerminal.render(report, PLAIN, Style.PLAIN)
                .text()
                .replace("\n", " ")
                .replaceAll(" +", " ");
        assertTrue(text.contains("every call is resolved; 8 more methods share the rest of the path"), text);
        assertFalse(text.contains("set1"), text);
        assertTrue(MarkdownReport.render(report).contains("8 more methods"));
        assertEquals(9, SarifReport.render(report).split("\"ruleId\"", -1).length - 1);
        String few = CheckTerminal.render(SampleChecks.report(Arrays.copyOf(alike, 5)), PLAIN, Style.PLAIN)
                .text();
        assertTrue(few.contains("set4") && !few.contains("more methods"), few);
    }

    @Test
    void jsonIsAsTheContractSays() throws Exception {
        JsonNode json = MAPPER.readTree(CheckJson.render(SampleChecks.full()));
        try (InputStream contract = CheckReportsTest.class.getResourceAsStream("/report/check-contract.json")) {
            Contract.check(MAPPER.readTree(contract), json);
        }
        assertTrue(json.at("/findings/0/seen").isNull());
        assertTrue(json.at("/findings/2/jdk/until").isNull());
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Check check = SampleChecks.check(
                SampleChecks.lock().seenAs(new Finding.Seen(3, 12.5)),
                SampleChecks.clojure(),
                SampleChecks.hostile(),
                SampleChecks.blocking());
        assertEquals(check, CheckReader.read(CheckJson.render(SampleChecks.report(check))));
    }

    @Test
    void sarifIsValidAgainstTheSchemaOfOasis() throws Exception {
        for (CheckReport report : List.of(
                SampleChecks.full(),
                SampleChecks.report(),
                SampleChecks.report(SampleChecks.hostile()),
                SampleChecks.full().against("baseline.txt", Baseline.of(List.of(SampleChecks.lock()))))) {
            String sarif = SarifReport.render(report);
            assertEquals(Set.of(), problems(MAPPER.readTree(sarif)), sarif);
        }
    }

    @Test
    void theSchemaCanFail() throws Exception {
        assertFalse(problems(MAPPER.readTree(
                        SarifReport.render(SampleChecks.full()).replace("\"error\"", "\"catastrophe\"")))
                .isEmpty());
    }

    private static Set<ValidationMessage> problems(JsonNode sarif) throws Exception {
        try (InputStream in = CheckReportsTest.class.getResourceAsStream("/sarif/sarif-schema-2.1.0.json")) {
            JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(in);
            return schema.validate(sarif);
        }
    }

    @Test
    void sarifPointsAtTheLineThatBringsTheLibrary() throws Exception {
        JsonNode results =
                MAPPER.readTree(SarifReport.render(SampleChecks.full())).at("/runs/0/results");
        assertEquals(
                "pom.xml",
                results.at("/0/locations/0/physicalLocation/artifactLocation/uri")
                        .asText());
        assertEquals(
                42,
                results.at("/0/locations/0/physicalLocation/region/startLine").asInt());
        assertEquals(7, results.at("/0/codeFlows/0/threadFlows/0/locations").size());
        assertEquals(
                "clojure/core.clj",
                results.at("/2/locations/0/physicalLocation/artifactLocation/uri")
                        .asText());
        assertFalse(results.at("/0/partialFingerprints/heddle~1v1").asText().isEmpty());
    }

    /// A folder far down, as a build server's work space is.
    @Test
    void theFirstLinesNameTheWholeTarget() {
        String target = "/home/builder/" + "a-folder-with-a-long-name/".repeat(5) + "shop.jar";
        Check check = SampleChecks.check(SampleChecks.lock());
        CheckReport report = SampleChecks.report(new Check(
                check.version(),
                check.command(),
                List.of(target),
                check.jdks(),
                check.read(),
                check.findings(),
                check.notes(),
                check.seconds()));
        String text = CheckTerminal.render(report, PLAIN, Style.PLAIN).text().replace("\n", "");
        assertTrue(text.contains(target + "for JDK 21 and 25"), text);
    }

    private static Finding called(String artifact) {
        Finding lock = SampleChecks.lock();
        return new Finding(
                lock.rule(),
                lock.since(),
                lock.until(),
                lock.severity(),
                lock.confidence(),
                lock.reason(),
                lock.reach(),
                artifact,
                lock.type(),
                lock.method(),
                lock.descriptor(),
                "../../../../" + lock.source(),
                lock.line(),
                lock.path(),
                lock.sink(),
                lock.advice(),
                lock.seen());
    }

    /// GitHub reads both streams of a step, and takes a line that begins so for an order.
    @Test
    void noLineIsACommandToABuildServer() {
        for (String artifact : List.of(
                "::add-mask::a",
                "  ::stop-commands::b",
                "x\n::error::c",
                "x ".repeat(45) + "::warning::d",
                "##[group]e",
                "##vso[task]f")) {
            CheckReport report = SampleChecks.report(called(artifact));
            for (String text : List.of(
                    CheckTerminal.render(report, new CheckTerminal.Wish(true, true, 50), Style.PLAIN)
                            .text(),
                    MarkdownReport.render(report))) {
                assertEquals(
                        List.of(),
                        text.lines()
                                .filter(line -> line.strip().startsWith("::")
                                        || line.contains("##[")
                                        || line.contains("##vso["))
                                .toList());
            }
        }
    }

    /// In a message brackets make links, and braces are places for arguments (SARIF 2.1.0, 3.11).
    @Test
    void whatTheTargetIsCalledIsTextInSarif() throws Exception {
        JsonNode result = MAPPER.readTree(
                        SarifReport.render(SampleChecks.report(called("a[pay](http://127.0.0.1/){0}\n\u202e\\"))))
                .at("/runs/0/results/0");
        String message = result.at("/message/text").asText();
        assertTrue(message.contains("a\\[pay\\](http://127.0.0.1/){{0}} \ufffd\\\\"), message);
        assertEquals(
                "org/postgresql/jdbc/PgPreparedStatement.java",
                result.at("/locations/0/physicalLocation/artifactLocation/uri").asText());
    }

    @Test
    void annotationsAreOneLineEachAndCannotBeForged() {
        String text = Annotations.render(SampleChecks.report(SampleChecks.lock(), SampleChecks.hostile()));
        assertEquals(2, text.lines().count(), text);
        assertTrue(
                text.startsWith(
                        "::error file=pom.xml,line=42,title=heddle lock-under-monitor::org.postgresql.jdbc.PgPreparedStatement.executeQuery"),
                text);
        assertTrue(text.lines().allMatch(line -> line.startsWith("::error ")), text);
        assertTrue(text.contains("%250A"), "what the target wrote as an escape stays text");
    }

    @Test
    void markdownKeepsItsTableWhateverTheTargetSays() {
        String text = MarkdownReport.render(SampleChecks.report(SampleChecks.hostile(), SampleChecks.lock()));
        assertFalse(text.contains("<img"), text);
        List<String> rows = text.lines().filter(line -> line.startsWith("| **")).toList();
        assertEquals(2, rows.size());
        rows.forEach(row -> assertEquals(
                7, row.replace("\\|", "").chars().filter(c -> c == '|').count(), row));
    }

    @Test
    void aKnownFindingDoesNotCount() {
        CheckReport report = SampleChecks.full()
                .against("baseline.txt", Baseline.of(List.of(SampleChecks.lock(), SampleChecks.hostile())));
        assertEquals(
                List.of(SampleChecks.blocking(), SampleChecks.clojure()),
                report.fresh().stream().map(CheckReport.Item::finding).toList());
        assertFalse(report.fails(Finding.Severity.DEADLOCK));
        assertTrue(report.fails(Finding.Severity.STALL));
        String text = CheckTerminal.render(report, PLAIN, Style.PLAIN).text();
        assertTrue(
                text.replace("\n", " ")
                        .contains("beyond baseline.txt, which accepts 1 more, and lists 1 no longer found"),
                text);
    }

    @Test
    void twoReleasesAreHeldAgainstEachOther() {
        CheckReport report = SampleChecks.report(SampleChecks.blocking(), SampleChecks.clojure())
                .against(SampleChecks.check(SampleChecks.lock(), SampleChecks.blocking()));
        assertEquals(
                List.of(SampleChecks.clojure()),
                report.fresh().stream().map(CheckReport.Item::finding).toList());
        String text = CheckTerminal.render(report, PLAIN, Style.PLAIN).text();
        assertTrue(text.contains("Gone since app.jar"), text);
        assertTrue(text.contains("lock-under-monitor at org.postgresql.jdbc.PgPreparedStatement.executeQuery"), text);
    }

    @Test
    void clojureNamesAreReadable() {
        assertEquals(
                "clojure.core/swap!",
                MethodNames.written("clojure.core$swap_BANG_", "invokeStatic").orElseThrow());
        assertEquals(
                "fn in my-app.core/handler",
                MethodNames.written("my_app.core$handler$fn__1234", "invoke").orElseThrow());
        assertTrue(
                MethodNames.written("com.example.Shop$Inner", "invoke").isEmpty(),
                "an inner class of Java is no function");
        assertEquals(
                "com.example.Id.of",
                MethodNames.written("com.example.Id", "of-aB3_x9Q").orElseThrow());
    }
}
