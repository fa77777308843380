package io.heddle.watch;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.model.WatchComparison;
import io.heddle.model.WatchComparison.Change;
import io.heddle.model.WatchComparison.Fate;
import io.heddle.model.WatchComparison.Kind;
import io.heddle.model.WatchComparison.Shift;
import io.heddle.model.WatchComparison.Side;
import io.heddle.watch.FileWatch.Told;
import io.heddle.watch.signal.Hold;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/// Compares two recordings by the carrier time that was held.
///
/// Each is cut into ten parts of equal length, and each part gives one share; the interval of the difference of their
/// means is Welch's, at 95 % for the whole and Bonferroni's share of the 5 % for each holder. That tells how much one
/// run changes within itself, and two runs of the same program differ by more: a difference is shown only when the
/// interval lies wholly beyond a tenth of the greater share, and beyond half a percent of carrier time.
public final class Compare {

    private static final int PARTS = 10;
    private static final double DOUBT = 0.05;
    /// Less than this share of carrier time is nobody's concern.
    private static final double LEAST = 0.005;
    private static final double TENTH = 0.1;

    private final Told before;
    private final Told after;

    private record Place(Cause cause, String type, String method) {

        static Place of(Holder holder) {
            return new Place(holder.cause(), holder.type(), holder.method());
        }

        boolean holds(Hold hold) {
            return hold.cause() == cause
                    && hold.type().equals(type)
                    && hold.method().equals(method);
        }
    }

    private Compare(Told before, Told after) {
        this.before = before;
        this.after = after;
    }

    /// @param homes of JDKs whose classes may be read
    /// @param version Heddle's own
    /// @param command Heddle's command line, secrets redacted
    /// @throws io.heddle.model.Failure when one of them cannot be read, or comes from a JVM without virtual
    ///     threads
    public static WatchComparison run(Path before, Path after, KnownHomes homes, String version, List<String> command) {
        Compare compare = new Compare(
                FileWatch.tell(List.of(before), Optional.empty(), homes, version, command),
                FileWatch.tell(List.of(after), Optional.empty(), homes, version, command));
        return compare.compare(before.toString(), after.toString(), version, command);
    }

    private WatchComparison compare(String first, String second, String version, List<String> command) {
        Set<Place> places = new LinkedHashSet<>();
        Stream.concat(after.watch().holders().stream(), before.watch().holders().stream())
                .map(Place::of)
                .forEach(places::add);
        Shift lost = shift(hold -> true, DOUBT);
        List<Change> changes = new ArrayList<>();
        for (Place place : places) {
            Shift own = shift(place::holds, DOUBT / places.size());
            Optional<Holder> was = of(before, place);
            Optional<Holder> is = of(after, place);
            changes.add(new Change(fate(own, was.isPresent(), is.isPresent()), own, was, is));
        }
        changes.sort(Comparator.comparingInt((Change change) -> change.fate() == Fate.NO_DIFFERENCE_SHOWN ? 1 : 0)
                .thenComparingDouble(change -> -Math.abs(change.lost().difference())));
        Kind kind = lost.high() < -margin(lost)
                ? Kind.BETTER
                : lost.low() > margin(lost) ? Kind.WORSE : Kind.NO_DIFFERENCE_SHOWN;
        return new WatchComparison(
                version,
                command,
                new Side(first, before.watch()),
                new Side(second, after.watch()),
                kind,
                lost,
                List.copyOf(changes),
                notes());
    }

    private static Fate fate(Shift shift, boolean was, boolean is) {
        if (shift.low() > margin(shift)) {
            return was ? Fate.MORE : Fate.APPEARED;
        }
        return shift.high() < -margin(shift) ? is ? Fate.LESS : Fate.WENT : Fate.NO_DIFFERENCE_SHOWN;
    }

    private static double margin(Shift shift) {
        return Math.max(LEAST, TENTH * Math.max(shift.before(), shift.after()));
    }

    private static Optional<Holder> of(Told told, Place place) {
        return told.watch().holders().stream()
                .filter(holder -> Place.of(holder).equals(place))
                .findFirst();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(
                "two recordings are two runs: what differs from one start of a JVM to the next is not in the interval, nor is a load that was another");
        if (before.watch().jvm().feature() != after.watch().jvm().feature()) {
            notes.add("one is of JDK " + before.watch().jvm().version() + ", the other of "
                    + after.watch().jvm().version()
                    + ": from 24 on monitors hold no carrier, and no recording shows who waits for them");
        }
        return notes;
    }

    /// @param doubt two-sided probability that the interval may miss
    private Shift shift(Predicate<Hold> which, double doubt) {
        double[] was = shares(before, which);
        double[] is = shares(after, which);
        double difference = mean(is) - mean(was);
        double a = variance(was) / PARTS;
        double b = variance(is) / PARTS;
        double half = 0;
        if (a + b > 0) {
            double degrees = (a + b) * (a + b) / ((a * a + b * b) / (PARTS - 1));
            half = TDistribution.of(degrees).inverseSurvivalProbability(doubt / 2) * Math.sqrt(a + b);
        }
        return new Shift(
                mean(was), mean(is), difference, Math.max(-1, difference - half), Math.min(1, difference + half));
    }

    /// Share of carrier time held in each part.
    private static double[] shares(Told told, Predicate<Hold> which) {
        long begin = told.flight().begin();
        long length = Math.max(1, told.flight().nanos() / PARTS);
        int parallelism = told.watch().carriers().parallelism();
        List<Hold> holds = told.flight().holds().stream().filter(which).toList();
        double[] shares = new double[PARTS];
        for (int part = 0; part < PARTS; part++) {
            long from = begin + part * length;
            List<Hold> here = holds.stream()
                    .filter(hold -> hold.overlaps(from, from + length))
                    .map(hold -> hold.between(from, from + length))
                    .toList();
            shares[part] = (double) Saturation.of(here, parallelism).heldNanos() / length / parallelism;
        }
        return shares;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return sum / (values.length - 1);
    }
}
