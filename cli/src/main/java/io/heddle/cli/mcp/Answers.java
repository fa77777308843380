package io.heddle.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.cli.mcp.Runner.Ran;
import io.heddle.model.IoReason;
import io.heddle.model.Redaction;
import io.heddle.report.TerminalSanitizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Answers the calls of an agent, one at a time: a check takes the memory that there is.
final class Answers {

    /// Bytes of a race's report; those of long races have a few.
    private static final long LARGEST = 64 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATCH = "patch";
    private static final String FINDINGS = "findings";

    private final Runner runner;
    private final Roots roots;
    private final ReentrantLock one = new ReentrantLock();
    /// The last report: its further pages are of the same run.
    private List<String> last = List.of();
    private ObjectNode lastReport = JSON.createObjectNode();

    Answers(Runner runner, Roots roots) {
        this.runner = runner;
        this.roots = roots;
    }

    /// @return JSON, or the text of a page, of at most [Pages#MOST] bytes
    /// @throws Refused when an argument does not fit, or the command failed
    String answer(Tool tool, Map<String, Object> arguments) {
        Tool.Call call = tool.call(arguments, roots);
        one.lock();
        try {
            return call.page()
                    .map(wish -> Pages.of(report(tool, call, wish), wish))
                    .orElseGet(() -> ran(call).out());
        } finally {
            one.unlock();
        }
    }

    private ObjectNode report(Tool tool, Tool.Call call, Pages.Wish wish) {
        if (wish.from() == 0 || !call.words().equals(last)) {
            lastReport = switch (tool.source()) {
                case Tool.Command _ -> object(ran(call).out());
                case Tool.RaceFile _ -> race(Path.of(call.words().getFirst()));
            };
            last = call.words();
        }
        return lastReport;
    }

    private Ran ran(Tool.Call call) {
        Ran ran = runner.run(call.words());
        // A watch that cannot say anything ends so too, and its report says why.
        if (ran.failed() && !ran.out().startsWith("{")) {
            throw new Refused(
                    ran.err().isBlank()
                            ? "the command failed without a word"
                            : ran.err().strip());
        }
        return ran;
    }

    /// A report whose patch is a list of lines, so that it has pages.
    private static ObjectNode object(String json) {
        try {
            if (JSON.readTree(json) instanceof ObjectNode report) {
                if (report.path(PATCH).isTextual()) {
                    ArrayNode lines = report.arrayNode();
                    report.path(PATCH).textValue().lines().forEach(lines::add);
                    report.set(PATCH, lines);
                }
                if (report.get(FINDINGS) instanceof ArrayNode findings) {
                    report.set(FINDINGS, requestsFirst(findings));
                }
                return report;
            }
        } catch (IOException e) {
            // said below
        }
        throw new Refused("the command did not answer with JSON");
    }

    /// What runs once, such as at the start, comes last.
    private static ArrayNode requestsFirst(ArrayNode findings) {
        ArrayNode sorted = JSON.createArrayNode();
        ArrayNode once = JSON.createArrayNode();
        findings.forEach(finding -> (finding.path("exposure").asText().equals("once") ? once : sorted).add(finding));
        return sorted.addAll(once);
    }

    private static ObjectNode race(Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST) {
                JsonNode report = JSON.readTree(TerminalSanitizer.document(Redaction.text(Files.readString(file))));
                if (report instanceof ObjectNode object && object.has("trials") && object.has("verdict")) {
                    return object;
                }
            }
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            // said below
        } catch (IOException e) {
            throw new Refused(file + " cannot be read: " + IoReason.of(e));
        }
        throw new Refused(file + " is not the JSON of a race: heddle race --json FILE writes it");
    }
}
