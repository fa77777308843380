package io.heddle.canary.why;

import io.heddle.canary.why.Resource.Kind;
import io.heddle.metrics.Sample;
import io.heddle.model.Canary.Moved;
import io.heddle.model.Figures;
import io.heddle.net.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Looks at both arms' metrics again and again, and says what is not the same in both.
///
/// A figure has moved when the canary's is half as high again as the baseline's, and above the floor of its resource,
/// in each of the last [#PICTURES] pictures. This is no test of chance: it explains a verdict, and never makes one.
public final class Why {

    private static final double TIMES = 1.5;
    private static final int PICTURES = 3;
    private static final double OLDER_SECONDS = 600;
    private static final String PROMETHEUS = "prometheus:";

    private final Metrics baseline;
    private final Metrics canary;
    private final Deque<Map<Key, Figure>> pictures = new ArrayDeque<>();
    private final Map<Key, Integer> since = new LinkedHashMap<>();
    private Picture before = Picture.EMPTY;
    private int taken;

    private record Key(Resource resource, String of) {}

    private record Figure(double baseline, double canary, double largest) {

        boolean moved(Resource resource) {
            return canary >= resource.floor() && canary >= TIMES * Math.max(0, baseline);
        }
    }

    /// Both arms' samples at one moment.
    private record Picture(long nanos, List<Sample> baseline, List<Sample> canary) {

        private static final Picture EMPTY = new Picture(0, List.of(), List.of());
    }

    /// Asks nobody yet.
    ///
    /// @param baseline URL of the baseline's metrics in the text format of Prometheus, or `prometheus:URL#selector`
    /// @param deadline after which nobody is waited for
    /// @throws io.heddle.model.Failure when an address is none
    public Why(String baseline, String canary, Deadline deadline) {
        this.baseline = metrics(baseline, deadline);
        this.canary = metrics(canary, deadline);
    }

    private static Metrics metrics(String text, Deadline deadline) {
        if (!text.startsWith(PROMETHEUS)) {
            return new MetricsPage(text, deadline);
        }
        int hash = text.indexOf('#');
        return new MetricsQuery(
                text.substring(PROMETHEUS.length(), hash < 0 ? text.length() : hash),
                hash < 0 ? "" : text.substring(hash + 1),
                deadline);
    }

    /// One more picture; an arm that does not answer leaves none.
    public void look() throws InterruptedException {
        Picture now = new Picture(System.nanoTime(), baseline.read(), canary.read());
        if (now.baseline().isEmpty() || now.canary().isEmpty()) {
            return;
        }
        if (before.nanos() != 0) {
            take(figures(before, now));
        }
        before = now;
    }

    private void take(Map<Key, Figure> picture) {
        taken++;
        pictures.addLast(picture);
        if (pictures.size() > PICTURES) {
            pictures.removeFirst();
        }
        if (pictures.size() == PICTURES) {
            picture.forEach((key, figure) -> {
                boolean moved = pictures.stream()
                        .allMatch(each -> Optional.ofNullable(each.get(key))
                                .filter(one -> one.moved(key.resource()))
                                .isPresent());
                if (moved) {
                    since.putIfAbsent(key, taken);
                }
            });
        }
    }

    /// What moved, the first first.
    public List<Moved> moved() {
        Map<Key, Figure> last = pictures.isEmpty() ? Map.of() : pictures.getLast();
        return since.entrySet().stream()
                .filter(each -> last.containsKey(each.getKey()))
                .sorted(Comparator.<Map.Entry<Key, Integer>>comparingInt(Map.Entry::getValue)
                        .thenComparingInt(
                                each -> Resources.ALL.indexOf(each.getKey().resource())))
                .map(each -> said(
                        each.getKey(),
                        Optional.ofNullable(last.get(each.getKey())).orElseThrow()))
                .toList();
    }

    /// A baseline that has run for longer is warmer.
    public List<String> notes() {
        double older = started(before.canary()) - started(before.baseline());
        return older > OLDER_SECONDS
                ? List.of(String.format(
                        Locale.ROOT,
                        "the baseline's process is %.0f min older than the canary's: a fresh baseline compares better",
                        older / 60))
                : List.of();
    }

    /// Seconds since 1970; not a number where nobody says.
    private static double started(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.name().equals("process_start_time_seconds"))
                .mapToDouble(Sample::value)
                .min()
                .orElse(Double.NaN);
    }

    private static Moved said(Key key, Figure figure) {
        String name = (key.resource().name() + " " + key.of()).strip();
        String of = figure.largest() > 0 ? " of " + number(figure.largest()) : "";
        return new Moved(
                name,
                figure.baseline(),
                figure.canary(),
                name + ": " + number(figure.canary()) + of
                        + key.resource().unit() + " in the canary, " + number(figure.baseline()) + of
                        + " in the baseline");
    }

    /// Counts are whole.
    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : Figures.number(value);
    }

    private static Map<Key, Figure> figures(Picture before, Picture now) {
        double seconds = (now.nanos() - before.nanos()) / 1e9;
        Map<Key, Figure> figures = new HashMap<>();
        for (Resource resource : Resources.ALL) {
            Map<String, Double> canary = values(resource, before.canary(), now.canary(), seconds);
            Map<String, Double> baseline = values(resource, before.baseline(), now.baseline(), seconds);
            canary.forEach((of, value) -> figures.put(
                    new Key(resource, of),
                    new Figure(baseline.getOrDefault(of, 0.0), value, largest(resource, of, now.canary()))));
        }
        return figures;
    }

    private static Map<String, Double> values(
            Resource resource, List<Sample> before, List<Sample> now, double seconds) {
        Map<String, Double> values = sums(resource, now);
        if (resource.kind() == Kind.COUNTER) {
            Map<String, Double> earlier = sums(resource, before);
            values.replaceAll((of, value) -> {
                double rate = (value - earlier.getOrDefault(of, 0.0)) / seconds;
                // A counter that fell began anew with its process.
                return rate < 0 ? value / seconds : rate;
            });
        }
        return values;
    }

    /// By the first of its names that the arm publishes: two names would count twice.
    private static Map<String, Double> sums(Resource resource, List<Sample> samples) {
        for (Resource.Series series : resource.series()) {
            Map<String, Double> sums = new HashMap<>();
            samples.stream()
                    .filter(series::matches)
                    .forEach(sample -> sums.merge(named(resource, sample), sample.value(), Double::sum));
            if (!sums.isEmpty()) {
                return sums;
            }
        }
        return new HashMap<>();
    }

    private static String named(Resource resource, Sample sample) {
        return resource.by().stream()
                .filter(sample.labels()::containsKey)
                .sorted()
                .map(label -> sample.labels().getOrDefault(label, ""))
                .findFirst()
                .orElse("");
    }

    /// 0 where nothing bounds it, or nobody says what does.
    private static double largest(Resource resource, String of, List<Sample> samples) {
        List<Double> found = new ArrayList<>();
        if (resource.name().startsWith("connections in use")) {
            Resources.largest()
                    .forEach(series -> samples.stream()
                            .filter(series::matches)
                            .filter(sample -> named(resource, sample).equals(of))
                            .forEach(sample -> found.add(sample.value())));
        }
        return found.stream().findFirst().orElse(0.0);
    }
}
