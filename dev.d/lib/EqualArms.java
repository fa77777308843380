import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.util.Set;
import java.util.stream.Collectors;

/// Judges one race of equal arms: no path may end in gain or harm. Exit code 1 when one does.
final class EqualArms {

    public static void main(String[] args) throws Exception {
        JsonNode race = JsonMapper.builder().build().readTree(new File(args[0]));
        boolean right = race.path("verdicts")
                .valueStream()
                .noneMatch(v -> Set.of("gain", "harm").contains(v.path("kind").asText()));
        String ratios = race.path("comparisons")
                .valueStream()
                .map(c -> "%s %s %.3f%s"
                        .formatted(
                                c.path("path").asText(),
                                c.path("metric").asText(),
                                c.path("ratio").path("estimate").asDouble(),
                                interval(c.path("ratio"))))
                .collect(Collectors.joining("; "));
        System.out.println(args[1] + ": " + (right ? "right" : "FALSE") + "  " + ratios);
        System.exit(right ? 0 : 1);
    }

    /// Empty where one JVM an arm gives none.
    private static String interval(JsonNode ratio) {
        return ratio.path("low").isNumber()
                ? " [%.3f–%.3f]"
                        .formatted(
                                ratio.path("low").asDouble(), ratio.path("high").asDouble())
                : "";
    }
}
