import java.util.Locale;

/// A share of a count with its 95 % interval, as the tables of `docs` write it. Wilson's score interval (E. B. Wilson,
/// "Probable inference, the law of succession, and statistical inference", JASA 22, 1927): it stays within 0 and 100 %
/// and holds for small counts.
record Share(int hits, int of) {

    private static final double Z = 1.959964;

    /// Prints `HITS of OF, P % (LOW–HIGH %)`, for tasks that are written in sh.
    public static void main(String[] args) {
        System.out.println(new Share(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
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
