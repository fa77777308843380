package io.heddle.report.canary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A look at a canary as Kayenta answers its three calls, for Argo's Kayenta metric and for Spinnaker.
///
/// The number of an execution is made of the thresholds that its caller sent, so that nothing is kept between the
/// calls.
public final class KayentaJson {

    /// Name and number of the one configuration there is.
    public static final String NAME = "heddle";

    private static final int MOST = 100;
    private static final Set<String> COUNTED = Set.of("errors", "refusals");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private KayentaJson() {}

    /// What a caller makes of a score: from `pass` on it succeeded, below `marginal` it failed.
    public record Thresholds(int pass, int marginal) {

        /// Kayenta's usual ones.
        private static final Thresholds USUAL = new Thresholds(95, 75);
        private static final Pattern ID = Pattern.compile(NAME + "-(\\d{1,3})-(\\d{1,3})");

        /// Those of a request to start an execution.
        ///
        /// @return empty when the body is no such request, or a fail could not be told by these
        public static Optional<Thresholds> read(String body) {
            try {
                JsonNode root = MAPPER.readTree(body);
                JsonNode thresholds = root.path("thresholds");
                boolean wellFormed = root.isObject() && (thresholds.isObject() || thresholds.isMissingNode());
                return wellFormed
                        ? Optional.of(new Thresholds(
                                        thresholds.path("pass").asInt(USUAL.pass),
                                        thresholds.path("marginal").asInt(USUAL.marginal)))
                                .filter(Thresholds::useful)
                        : Optional.empty();
            } catch (JsonProcessingException noJson) {
                return Optional.empty();
            }
        }

        /// Those that an execution's number holds; empty where it is none.
        public static Optional<Thresholds> ofId(String id) {
            Matcher matcher = ID.matcher(id);
            return matcher.matches()
                    ? Optional.of(new Thresholds(
                                    Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                            .filter(Thresholds::useful)
                    : Optional.empty();
        }

        private boolean useful() {
            return marginal > 0 && marginal <= MOST && pass > 0 && pass <= MOST;
        }

        private String id() {
            return NAME + "-" + pass + "-" + marginal;
        }
    }

    /// The configurations there are.
    public static JsonNode configs() {
        ArrayNode configs = JsonNodeFactory.instance.arrayNode();
        configs.addObject()
                .put("id", NAME)
                .put("name", NAME)
                .put("updatedTimestamp", 0)
                .put("updatedTimestampIso", "1970-01-01T00:00:00Z")
                .putArray("applications");
        return configs;
    }

    /// An execution has been started.
    public static JsonNode started(Thresholds thresholds) {
        return JsonNodeFactory.instance.objectNode().put("canaryExecutionId", thresholds.id());
    }

    /// How an execution stands. Undecided lies between the thresholds, where Argo pauses for a person; without room
    /// between them the execution goes on.
    public static JsonNode result(Canary canary, Thresholds thresholds) {
        boolean complete = canary.kind() != Canary.Kind.UNDECIDED || thresholds.marginal() < thresholds.pass();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("application", NAME)
                .put("pipelineId", thresholds.id())
                .put("complete", complete)
                .put("status", complete ? "succeeded" : "running")
                .putObject("stageStatus");
        if (complete) {
            ObjectNode judged =
                    root.putObject("result").putObject("judgeResult").put("judgeName", NAME);
            ArrayNode results = judged.putArray("results");
            canary.metrics().forEach(metric -> metric(results.addObject(), metric));
            judged.putArray("groupScores");
            int score = score(canary.kind(), thresholds);
            judged.putObject("score")
                    .put("score", (double) score)
                    .put("classification", classification(canary.kind()))
                    .put("classificationReason", canary.reason());
        }
        return root;
    }

    private static void metric(ObjectNode node, CanaryMetric metric) {
        node.put("name", metric.name())
                .put("id", metric.name())
                .put(
                        "classification",
                        switch (metric.shown()) {
                            case NO_WORSE -> "Pass";
                            case WORSE -> "High";
                            case NEITHER -> "Nodata";
                        })
                .put("classificationReason", metric.needed())
                .putArray("groups")
                .add(COUNTED.contains(metric.name()) ? "errors" : "latency");
    }

    private static int score(Canary.Kind kind, Thresholds thresholds) {
        return switch (kind) {
            case PASS -> MOST;
            case FAIL -> 0;
            case UNDECIDED -> (thresholds.marginal() + thresholds.pass()) / 2;
        };
    }

    private static String classification(Canary.Kind kind) {
        return switch (kind) {
            case PASS -> "Pass";
            case FAIL -> "Fail";
            case UNDECIDED -> "Marginal";
        };
    }
}
