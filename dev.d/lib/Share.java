import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A share of a count with its 95 % interval, as the tables of `docs` write it. Wilson's score interval (E. B. Wilson,
/// "Probable inference, the law of succession, and statistical inference", JASA 22, 1927): it stays within 0 and 100 %
/// and holds for small counts.
record Share(int hits, int of) {

    private static final double Z = 1.959964;

    private static final Pattern LINE = Pattern.compile("(.+?): (?:\\D* )?([\\d,]+) of ([\\d,]+)\\b.*");

    /// Turns each line of stdin that reads `WHAT: HITS of OF` into a row of a table, and drops the others.
    public static void main(String[] args) {
        System.out.println("| what | share, with its 95 % interval |");
        System.out.println("|---|---|");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .forEach(line -> System.out.printf(
                        "| %s | %s |%n", line.group(1), new Share(count(line.group(2)), count(line.group(3)))));
    }

    private static int count(String text) {
        return Integer.parseInt(text.replace(",", ""));
    }

    double low() {
        return Math.max(0, (centre() - margin()) / (1 + Z * Z / of));
    }

    double high() {
        return Math.min(1, (centre() + margin()) / (1 + Z * Z / of));
    }

    private double centre() {
        return (double) hits / of + Z * Z / (2 * of);
    }

    private double margin() {
        double share = (double) hits / of;
        return Z * Math.sqrt(share * (1 - share) / of + Z * Z / (4.0 * of * of));
    }

    /// The percentages with one decimal where the interval is narrower than five points, else without.
    @Override
    public String toString() {
        int decimals = high() - low() < 0.05 ? 1 : 0;
        String percent = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                "%,d of %,d, " + percent + " %% (" + percent + "–" + percent + " %%)",
                hits,
                of,
                100.0 * hits / of,
                100 * low(),
                100 * high());
    }
}
