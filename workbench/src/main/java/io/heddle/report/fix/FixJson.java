package io.heddle.report.fix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Finding;
import io.heddle.model.Fix;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import java.util.List;

/// A fix as JSON, for scripts: keys stay as they are, new ones may come.
public final class FixJson {

    private FixJson() {}

    /// The whole report, with a line feed at the end.
    public static String render(Fix fix) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        texts(root.putObject("tool").put("version", fix.version()).putArray("command"), fix.command());
        texts(root.putArray("targets"), fix.targets());
        root.put("jdk", fix.jdk());
        root.putObject("newer")
                .put("jdk", fix.newer())
                .put("removes", fix.removed())
                .put("of", fix.findings());
        root.set("seconds", Json.number(fix.seconds()));
        ArrayNode answers = root.putArray("answers");
        fix.answers().forEach(answer -> answers.add(answer(answer)));
        ArrayNode changes = root.putArray("changes");
        fix.changes()
                .forEach(
                        change -> changes.addObject().put("file", change.file()).put("diff", change.diff()));
        root.put("patch", fix.patch()).put("written", fix.written()).put("remaining", fix.remaining());
        texts(root.putArray("notes"), fix.notes());
        return Json.write(root);
    }

    private static ObjectNode answer(Fix.Answer answer) {
        Finding finding = answer.finding();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("fingerprint", answer.fingerprint())
                .put("rule", finding.rule())
                .put("severity", Formats.spelled(finding.severity()))
                .put("artifact", finding.artifact())
                .put("class", finding.type())
                .put("method", finding.method())
                .put("descriptor", finding.descriptor())
                .put("source", finding.source())
                .put("line", finding.line())
                .put("kind", Formats.spelled(answer.kind()))
                .put("mend", Formats.spelled(answer.mend()));
        answer.refusal()
                .ifPresentOrElse(
                        refusal -> node.put("refusal", Formats.spelled(refusal)), () -> node.putNull("refusal"));
        node.put("why", answer.why()).put("next", answer.next());
        texts(node.putArray("files"), answer.files());
        ArrayNode proofs = node.putArray("proofs");
        answer.proofs()
                .forEach(proof -> proofs.addObject()
                        .put("kind", Formats.spelled(proof.claim()))
                        .put("state", Formats.spelled(proof.state()))
                        .put("how", proof.how()));
        return node;
    }

    private static void texts(ArrayNode list, List<String> texts) {
        texts.forEach(list::add);
    }
}
