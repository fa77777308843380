package io.heddle.report.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.SchedulerNow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The dashboard for Grafana asks for figures that there are.
final class DashboardTest {

    private static final Path FILE =
            Path.of(System.getProperty("heddle.root", "..")).resolve("docs/watch-grafana.json");
    private static final Pattern METRIC = Pattern.compile("\\b(?:heddle|jvm)_[a-z_]+");

    @Test
    void everyFigureIsServed() throws Exception {
        Metrics metrics = new Metrics();
        metrics.ask(() -> Optional.of(new SchedulerNow(2, 2, 1, 0)));
        metrics.add(SampleWatch.of(List.of(SampleWatch.holder("Shop", "run", 3))));
        Set<String> served = metrics.text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
        List<String> asked = new ArrayList<>();
        for (JsonNode panel :
                JsonMapper.builder().build().readTree(FILE.toFile()).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Matcher matcher = METRIC.matcher(target.path("expr").asText());
                while (matcher.find()) {
                    asked.add(matcher.group());
                }
            }
        }
        assertTrue(asked.size() >= 10, asked::toString);
        assertEquals(
                List.of(), asked.stream().filter(name -> !served.contains(name)).toList());
    }
}
