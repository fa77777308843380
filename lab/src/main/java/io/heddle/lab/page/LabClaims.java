package io.heddle.lab.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.lab.Claim;
import io.heddle.lab.Experiments;
import io.heddle.lab.Rows;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The table of claims, out of results that were kept: what was published, whether it holds, why, and how to see it.
public final class LabClaims {

    /// @param seen figures
    /// @param run where and when they were taken
    private record Seen(String seen, String run) {
    }

    private LabClaims() {
    }

    /// Markdown. Claims whose rows are in no file are listed without figures; of several results the last that has some counts.
    ///
    /// @param files results of the lab
    /// @throws Failure when one is none
    public static String markdown(List<Path> files) {
        Map<String, Seen> seen = new LinkedHashMap<>();
        for (Path file : files) {
            for (JsonNode experiment : Kept.experiments(file)) {
                String run = run(experiment);
                experiment.path("claims").forEach(claim -> {
                    if (!claim.path("seen").asText().isEmpty()) {
                        seen.put(claim.path("claim").asText(), new Seen(claim.path("seen").asText(), run));
                    }
                });
            }
        }
        StringBuilder text = new StringBuilder("| claim | holds here? | seen | why | see for yourself |\n|---|---|---|---|---|\n");
        claims().forEach(claim -> text.append(line(claim.says(), claim.verdict(), seen.containsKey(claim.says()) ? seen.get(claim.says()).seen() : "not run", claim.why(), '`' + claim.command() + '`')));
        text.append('\n');
        new TreeSet<>(seen.values().stream().map(Seen::run).toList()).forEach(run -> text.append("- ").append(run).append('\n'));
        return text.toString();
    }

    /// Every claim there is, in the order of the experiments.
    static Stream<Claim> claims() {
        return Experiments.ALL.stream().flatMap(experiment -> experiment.claims(new Rows(List.of())).stream());
    }

    private static String line(String... cells) {
        return Stream.of(cells).map(cell -> cell.replace("|", "\\|")).reduce("|", (line, cell) -> line + " " + cell + " |") + "\n";
    }

    private static String run(JsonNode experiment) {
        int disturbed = 0;
        for (JsonNode row : experiment.path("rows")) {
            disturbed += row.path("disturbed").asBoolean() ? 1 : 0;
        }
        return experiment.path("experiment").asText() + ": " + experiment.path("extent").asText() + ", " + experiment.path("started").asText().substring(0, "2026-11-21".length()) + ", "
                + experiment.path("machine").path("cores").asInt() + " cores, JDK " + String.join(" and ", texts(experiment.path("jdks")))
                + (disturbed == 0 ? "" : "; others used the machine during " + disturbed + " of its " + experiment.path("rows").size() + " rows");
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
