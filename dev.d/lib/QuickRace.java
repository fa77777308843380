import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Judges one quick race of the demo: both verdicts right, each arm what it claims, nothing above its bound; and
/// whether it took 75 s at most. Exit code 0, 1 when it is wrong, 3 when it is right and late.
final class QuickRace {

    private static final double ABOVE_BOUND = 1.03;
    private static final double LEAST_SHARE = 0.95;
    private static final double MOST_SECONDS = 75;

    public static void main(String[] args) throws Exception {
        JsonNode race = JsonMapper.builder().build().readTree(new File(args[0]));
        double seconds = Long.parseLong(args[1]) / 1e3;
        Map<String, String> kinds = new HashMap<>();
        race.path("verdicts")
                .forEach(v -> kinds.put(v.path("path").asText(), v.path("kind").asText()));
        double highest = 0;
        double leastShare = 1;
        for (JsonNode trial : race.path("trials")) {
            if (trial.path("load").path("kind").asText().equals("closed")) {
                highest = Math.max(
                        highest,
                        trial.path("throughput").asDouble()
                                / trial.path("bound").asDouble());
            }
            if (trial.path("arm").asText().startsWith("virtual")) {
                leastShare = Math.min(leastShare, trial.path("virtualShare").asDouble(0));
            }
        }
        boolean right = "no-gain".equals(kinds.get("/api/users"))
                && "gain".equals(kinds.get("/api/quote"))
                && highest <= ABOVE_BOUND
                && leastShare >= LEAST_SHARE;
        boolean late = seconds > MOST_SECONDS;
        System.out.printf(
                Locale.ROOT,
                "%s: %s  %.1f s  users %s, quote %s, most of a bound %.3f, least virtual share %.3f%n",
                args[2],
                right ? late ? "right, late" : "right" : "WRONG",
                seconds,
                kinds.get("/api/users"),
                kinds.get("/api/quote"),
                highest,
                leastShare);
        System.exit(right ? late ? 3 : 0 : 1);
    }
}
