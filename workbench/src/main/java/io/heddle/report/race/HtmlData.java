package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Bound;
import io.heddle.model.CarrierLife;
import io.heddle.model.Comparison;
import io.heddle.model.Decision;
import io.heddle.model.Decisions;
import io.heddle.model.DroppedPath;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.Matches;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the HTML template draws: rows ready to be shown, and the plain figures of the charts and of the table of
/// trials.
final class HtmlData {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final Race race;
    private final TrialMatrix grid;

    HtmlData(Race race) {
        this.race = race;
        this.grid = new TrialMatrix(race);
    }

    ObjectNode tree() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("name", Setup.name(race.target()))
                .put("started", TIME.format(race.started()))
                .put("effort", Setup.effort(race))
                .put("place", Setup.place(race));
        root.put("quick", race.quick())
                .put("stopped", race.stopped().isEmpty() && race.interrupted() ? "interrupted" : race.stopped());
        texts(root, "arms", grid.arms());
        verdict(root.putObject("verdict"), race.verdict());
        root.putNull("decision");
        Decisions.of(race).ifPresent(decision -> {
            ObjectNode node = root.putObject("decision")
                    .put("kind", badgeKind(decision.kind()))
                    .put("badge", badge(decision.kind()))
                    .put("said", decision.kind().said());
            texts(node, "because", decision.because());
            texts(node, "next", decision.next());
        });
        root.put("pairs", TrialMatrix.pairs(race)).put("worst", RaceTerminal.worst(race));
        root.put("deciding", grid.deciding().map(Verdict::workload).orElse(""));
        ArrayNode paths = root.putArray("paths");
        List<String> given = race.dropped().stream().map(DroppedPath::workload).toList();
        grid.paths().stream()
                .filter(workload -> !given.contains(workload))
                .forEach(workload -> workload(paths.addObject(), workload));
        ArrayNode dropped = root.putArray("dropped");
        race.dropped()
                .forEach(path ->
                        dropped.addObject().put("path", path.workload()).put("text", RaceTerminal.dropped(path)));
        texts(root, "changes", RaceTerminal.changes(race));
        OverloadHtml.write(root.putArray("overload"), race);
        ArrayNode trials = root.putArray("trials");
        race.trials().forEach(trial -> trial(trials.addObject(), trial));
        Remarks remarks = Remarks.of(race);
        texts(root, "doubts", remarks.doubts());
        texts(root, "notes", race.target().notes());
        texts(root, "procedure", Procedure.sentences(race));
        texts(root, "transfer", Transferability.sentences(race));
        carriers(root.putObject("carriers"));
        setup(root.putArray("setup"));
        return root;
    }

    /// The few words of the page's badge; docs/decide.md has the same in its table of decisions.
    private static String badge(Decision.Kind kind) {
        return switch (kind) {
            case SWITCH -> "switch";
            case SWITCH_WITH_LIMIT -> "switch, with a limit";
            case MEND_FIRST -> "mend first";
            case NEWER_JDK -> "not on this JDK";
            case NO_NEED -> "no need";
            case MEASURE_MORE -> "measure more";
        };
    }

    /// Which of the stylesheet's colours of verdicts the badge takes; a decision not to switch for lack of gain has the
    /// plain one.
    private static String badgeKind(Decision.Kind kind) {
        return switch (kind) {
            case SWITCH, SWITCH_WITH_LIMIT -> "gain";
            case MEND_FIRST, NEWER_JDK -> "harm";
            case NO_NEED -> "no-gain";
            case MEASURE_MORE -> "undecided";
        };
    }

    private void workload(ObjectNode node, String workload) {
        node.put("path", workload);
        List<Verdict> verdicts = grid.verdicts(workload);
        verdicts.stream()
                .min(Comparator.comparing(Verdict::kind))
                .ifPresent(worst -> verdict(node.putObject("verdict"), worst));
        ArrayNode pairs = node.putArray("verdicts");
        verdicts.forEach(verdict -> verdict(pairs.addObject(), verdict));
        grid.highest(workload).ifPresent(load -> headline(node.putObject("headline"), workload, load));
        sheet(node, ResultTable.of(grid, workload));
        ArrayNode closed = node.putArray("closed");
        grid.loads(workload).stream()
                .filter(Load.Closed.class::isInstance)
                .flatMap(load -> grid.cells(workload, load).stream())
                .forEach(cell -> closed(closed.addObject(), cell));
        ArrayNode knees = node.putArray("knees");
        grid.arms()
                .forEach(arm -> Knee.of(grid, workload, arm)
                        .ifPresent(knee -> knee(knees.addObject().put("arm", arm), knee)));
        ArrayNode bounds = node.putArray("bounds");
        race.bounds().stream()
                .filter(bound -> bound.workload().equals(workload))
                .forEach(bound -> bound(bounds.addObject(), bound));
        ArrayNode limits = node.putArray("limits");
        Limits.of(race.bounds(), workload).lines().forEach(line -> limit(limits.addObject(), line));
        ArrayNode curves = node.putArray("curves");
        grid.loads(workload).forEach(load -> curves(curves, workload, load));
        ArrayNode bystanders = node.putArray("bystanders");
        grid.loads(workload).forEach(load -> bystanders(bystanders, workload, load));
    }

    /// The load that the first look is for.
    private void headline(ObjectNode node, String workload, Load load) {
        node.put("load", Formats.load(load));
        ArrayNode ratios = node.putArray("ratios");
        grid.comparisons(workload, load, Comparison.Metric.THROUGHPUT).stream()
                .filter(comparison -> comparison.against().equals(grid.arms().getFirst()))
                .forEach(comparison -> ratios.addObject()
                        .put("ratio", Formats.ratio(comparison.ratio()))
                        .put("same", Formats.same(comparison.ratio()))
                        .put("versus", comparison.arm() + " / " + comparison.against()));
        ArrayNode arms = node.putArray("arms");
        for (Cell cell : grid.cells(workload, load)) {
            ObjectNode arm = arms.addObject();
            closed(arm, cell);
            Optional<Bound> least = grid.least(workload, cell.arm(), load);
            Json.put(arm, "bound", least.map(Bound::throughput).orElse(null));
            arm.put("rate", Formats.rate(cell.throughput()));
            least.ifPresent(bound -> arm.put(
                    "why",
                    "bound " + Formats.rate(bound.throughput()) + ": " + Formats.resource(bound) + ", " + bound.why()));
        }
    }

    private static void closed(ObjectNode node, Cell cell) {
        node.put("arm", cell.arm());
        if (cell.load() instanceof Load.Closed closed) {
            node.put("connections", closed.connections());
        }
        Json.put(node, "throughput", cell.throughput());
        ArrayNode each = node.putArray("each");
        cell.trials().forEach(trial -> each.add(Json.number(trial.throughput())));
        List<Double> answered = cell.trials().stream()
                .filter(trial -> trial.requests() > 0)
                .map(trial -> trial.latencyMillis().p99())
                .toList();
        Json.put(node, "p99", answered.isEmpty() ? null : cell.latency(LatencyMillis::p99));
        ArrayNode p99 = node.putArray("eachP99");
        answered.forEach(millis -> p99.add(Json.number(millis)));
    }

    private static void knee(ObjectNode node, Knee knee) {
        Json.put(node, "connections", knee.connections());
        Json.put(node, "throughput", knee.throughput());
        node.put("text", knee.text());
    }

    private static void sheet(ObjectNode node, ResultTable sheet) {
        ArrayNode sections = node.putArray("sheet");
        for (ResultTable.Section section : sheet.sections()) {
            ArrayNode rows = sections.addObject().put("title", section.title()).putArray("rows");
            for (ResultTable.Row row : section.rows()) {
                ObjectNode into = rows.addObject()
                        .put("label", row.label())
                        .put("detail", row.detail())
                        .put("remark", row.remark());
                texts(into, "values", row.values());
                ArrayNode ratios = into.putArray("ratios");
                row.ratios()
                        .forEach(versus -> ratios.addObject()
                                .put("arms", versus.arms())
                                .put("ratio", versus.ratio())
                                .put("same", versus.same()));
            }
        }
    }

    private static void bound(ObjectNode node, Bound bound) {
        node.put("arm", bound.arm())
                .put("kind", Formats.spelled(bound.kind()))
                .put("name", Formats.resource(bound))
                .put("connections", bound.connections());
        Json.put(node, "throughput", bound.throughput());
    }

    private static void limit(ObjectNode node, Limits.Line line) {
        node.put("connections", line.connections())
                .put("resource", Formats.resource(line.bound()))
                .put("why", line.bound().why())
                .put("who", line.who());
        node.put("rate", Formats.rate(line.bound().throughput())).put("least", line.least());
    }

    private void curves(ArrayNode into, String workload, Load load) {
        List<Cell> cells = grid.cells(workload, load).stream()
                .filter(cell -> !Curve.of(cell).millis().isEmpty())
                .toList();
        if (cells.isEmpty()) {
            return;
        }
        ObjectNode node = into.addObject()
                .put("load", load instanceof Load.Open ? "at " + Formats.load(load) : Formats.load(load))
                .put("open", load instanceof Load.Open);
        Json.put(node, "step", Curve.STEP);
        ArrayNode arms = node.putArray("arms");
        for (Cell cell : cells) {
            ArrayNode millis = arms.addObject().put("arm", cell.arm()).putArray("millis");
            Curve.of(cell).millis().forEach(value -> millis.add(Json.number(value)));
        }
    }

    private void bystanders(ArrayNode into, String workload, Load load) {
        List<Cell> cells = grid.cells(workload, load).stream()
                .filter(cell -> !cell.bystanders().isEmpty())
                .toList();
        if (cells.isEmpty()) {
            return;
        }
        ObjectNode node = into.addObject()
                .put("load", Formats.load(load))
                .put("path", cells.getFirst().bystanders().getFirst().path())
                .put("step", BystanderCurve.STEP);
        ArrayNode arms = node.putArray("arms");
        for (Cell cell : cells) {
            ArrayNode millis = arms.addObject().put("arm", cell.arm()).putArray("millis");
            BystanderCurve.of(cell).millis().forEach(value -> millis.add(Json.number(value)));
        }
    }

    private static void trial(ObjectNode node, Trial trial) {
        node.put("arm", trial.arm())
                .put("jvm", trial.repetition())
                .put("path", trial.workload())
                .put("load", Formats.load(trial.load()));
        node.put("open", trial.load() instanceof Load.Open);
        Json.put(node, "throughput", trial.throughput());
        Json.put(node, "ofBound", trial.bound() == null ? null : Double.valueOf(trial.throughput() / trial.bound()));
        Json.put(node, "p50", trial.latencyMillis().p50());
        Json.put(node, "p99", trial.latencyMillis().p99());
        Json.put(node, "max", trial.latencyMillis().max());
        node.put("requests", trial.requests()).put("failed", trial.errors() + trial.timeouts());
        Json.put(node, "virtualShare", trial.virtualShare());
        Json.put(node, "machineCpu", trial.machineCpu());
        node.put("threads", trial.peakPlatformThreads()).put("rss", trial.rssBytes());
        Json.put(node, "little", trial.little());
        Json.put(
                node,
                "longestStall",
                trial.stalls() == null ? null : Double.valueOf(trial.stalls().longestMillis()));
        texts(node, "doubts", trial.doubts());
    }

    /// Who held them, when, and what a check had said before.
    private void carriers(ObjectNode node) {
        ArrayNode culprits = node.putArray("culprits");
        race.verdicts()
                .forEach(verdict -> CulpritLines.shown(verdict)
                        .forEach(culprit -> texts(
                                culprits.addObject()
                                        .put("path", verdict.workload())
                                        .put("arm", verdict.arm()),
                                "lines",
                                CulpritLines.lines(culprit))));
        ArrayNode lives = node.putArray("lives");
        for (CarrierLife life : race.lives()) {
            ArrayNode held = lives.addObject()
                    .put("arm", life.arm())
                    .put("jvm", life.repetition())
                    .putArray("held");
            life.heldShares().forEach(share -> held.add(Json.number(share)));
        }
        ArrayNode findings = node.putArray("findings");
        Matches.met(race.findings())
                .forEach(met -> findings.addObject()
                        .put("match", Formats.said(met.match()))
                        .put("rule", met.finding().rule())
                        .put("place", Matches.place(met.finding()))
                        .put("artifact", met.finding().artifact())
                        .put("seen", Matches.seen(met.finding())));
        node.put("unseen", race.findings().size() - Matches.met(race.findings()).size());
    }

    private void setup(ArrayNode into) {
        pair(into, "Target", race.target().command());
        pair(into, "Target's output", List.of(race.target().output()));
        pair(into, "JDK", List.of(race.target().jdk()));
        pair(into, "Server", List.of(race.target().server()));
        pair(into, "Switched by", List.of(race.target().switchedBy()));
        pair(into, "Hooks", race.target().hooks());
        pair(into, "Arms", Setup.arms(race));
        pair(into, "Machine", List.of(Setup.machine(race.machine())));
        pair(into, "Effort", List.of(Setup.effort(race)));
        pair(into, "Heddle", List.of(race.version()));
        pair(into, "Made by", race.command());
    }

    private static void pair(ArrayNode into, String label, List<String> texts) {
        boolean words = label.equals("Target") || label.equals("Made by");
        List<String> shown = words ? List.of(String.join(" ", texts)) : texts;
        if (shown.stream().anyMatch(text -> !text.isBlank())) {
            texts(
                    into.addObject().put("label", label).put("code", words || label.equals("Target's output")),
                    "texts",
                    shown);
        }
    }

    private static void verdict(ObjectNode node, Verdict verdict) {
        node.put("kind", Formats.spelled(verdict.kind()))
                .put("said", Formats.said(verdict.kind()))
                .put("text", RaceTerminal.sentence(verdict))
                .put("arms", verdict.arm() + " / " + verdict.against());
        node.put("limit", Formats.limit(verdict.limit()));
        texts(node, "notes", verdict.notes());
    }

    private static void texts(ObjectNode node, String key, List<String> texts) {
        ArrayNode array = node.putArray(key);
        texts.forEach(array::add);
    }
}
