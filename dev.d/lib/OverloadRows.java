import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.util.Locale;

/// Writes one row of a table for each overload of a race. Arguments: the race's report, and the service's name.
final class OverloadRows {

    private static final double MEBIBYTE = 1 << 20;

    public static void main(String[] args) throws Exception {
        JsonNode race = JsonMapper.builder().build().readTree(new File(args[0]));
        for (JsonNode overload : race.path("overload")) {
            JsonNode limit = overload.path("limit");
            StringBuilder errors = new StringBuilder();
            overload.path("errors")
                    .properties()
                    .forEach(kind -> errors.append(errors.isEmpty() ? "" : ", ")
                            .append(String.format(
                                    Locale.ROOT, "%,d × %s", kind.getValue().asLong(), kind.getKey())));
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.0f/s | %.0f/s | %s | %,d | %.0f MiB | %s | %s | %s %s, %d |%n",
                    args[1],
                    overload.path("arm").asText(),
                    overload.path("rate").asDouble(),
                    overload.path("goodput").asDouble(),
                    errors,
                    overload.path("inFlightMax").asLong(),
                    overload.path("heapMaxBytes").asLong() / MEBIBYTE,
                    overload.path("recoverySeconds").isNull()
                            ? "never"
                            : String.format(
                                    Locale.ROOT,
                                    "%.1f s",
                                    overload.path("recoverySeconds").asDouble()),
                    overload.path("verdict").asText(),
                    limit.path("kind").asText(),
                    limit.path("name").asText(),
                    limit.path("permits").asInt());
        }
    }
}
