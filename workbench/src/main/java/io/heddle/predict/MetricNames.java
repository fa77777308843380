package io.heddle.predict;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The metrics that are known: one line of `metrics.txt` each.
///
/// @param metric as Prometheus shows it; of a timer without `_sum` and `_count`
/// @param seconds that one unit of it is; 1 where it has none of time
/// @param label that tells several of them apart; empty where there is one
/// @param setting that makes a service show it; empty where none is known
record MetricNames(Role role, String metric, double seconds, String label, String setting) {

    private static final int CELLS = 5;
    private static final String OWN = "/actuator";
    private static final List<MetricNames> ALL = read();

    /// What a metric tells.
    enum Role {
        REQUESTS(Form.TIMER),
        THREADS_MAX(Form.GAUGE),
        THREADS_BUSY(Form.GAUGE),
        POOL_MAX(Form.GAUGE),
        POOL_USE(Form.TIMER),
        POOL_WAIT(Form.TIMER),
        CLIENT(Form.TIMER),
        CPU(Form.COUNTER),
        CPU_USAGE(Form.GAUGE),
        CPUS(Form.GAUGE),
        UPTIME(Form.GAUGE),
        START(Form.GAUGE);

        private final Form form;

        Role(Form form) {
            this.form = form;
        }

        Form form() {
            return form;
        }

        private static Role of(String spelled) {
            return Arrays.stream(values())
                    .filter(role -> role.name()
                            .toLowerCase(Locale.ROOT)
                            .replace('_', '-')
                            .equals(spelled))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no role: " + spelled));
        }
    }

    /// How it is counted.
    enum Form {
        /// Seconds and how many, both growing.
        TIMER,
        /// Growing.
        COUNTER,
        /// What is now.
        GAUGE
    }

    /// Those of a role, in the order in which they are tried.
    static Stream<MetricNames> of(Role role) {
        return ALL.stream().filter(each -> each.role == role);
    }

    /// Whether a series tells of requests to the service itself: who scrapes it is no load.
    ///
    /// @param labels of the series
    boolean isAsked(Map<String, String> labels) {
        return role != Role.REQUESTS || !labels.getOrDefault(label, "").startsWith(OWN);
    }

    /// The same for Prometheus, to stand among other matchers; empty where it needs none.
    String matcher() {
        return role == Role.REQUESTS ? label + "!~\"" + OWN + ".*\"" : "";
    }

    /// As Prometheus names its time series.
    Stream<String> series() {
        return role.form() == Form.TIMER ? Stream.of(metric + "_sum", metric + "_count") : Stream.of(metric);
    }

    private static List<MetricNames> read() {
        try (InputStream in = Objects.requireNonNull(MetricNames.class.getResourceAsStream("metrics.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(MetricNames::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MetricNames of(String line) {
        List<String> cells =
                Arrays.stream(line.split(" \\| ", -1)).map(String::strip).toList();
        if (cells.size() != CELLS) {
            throw new IllegalArgumentException("not " + CELLS + " cells: " + line);
        }
        return new MetricNames(
                Role.of(cells.get(0)),
                cells.get(1),
                Double.parseDouble(cells.get(2)),
                named(cells.get(3)),
                named(cells.get(4)));
    }

    private static String named(String cell) {
        return cell.equals("-") ? "" : cell;
    }
}
