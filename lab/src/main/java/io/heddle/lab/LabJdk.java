package io.heddle.lab;

import io.heddle.model.Failure;
import io.heddle.race.target.Jdk;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A JDK that rows are asked for, whether or not it is here.
///
/// @param label feature release as rows show it, such as `21`; what the user asked for when it was not found
/// @param found what was found
/// @param missing why there is none and how to get it; empty when there is one
public record LabJdk(String label, Optional<Jdk> found, String missing) {

    /// The last release that is looked for.
    private static final int NEWEST = 40;
    private static final Pattern RELEASE = Pattern.compile("\\d{1,3}");

    /// @param asked a feature release such as `21`, or a JDK's home
    public static LabJdk of(String asked) {
        try {
            Jdk jdk = Jdk.find(asked);
            return new LabJdk(String.valueOf(jdk.feature()), Optional.of(jdk), "");
        } catch (Failure none) {
            return new LabJdk(
                    asked,
                    Optional.empty(),
                    none.sentence() + "; " + none.next()
                            + ", after you have got one, such as from https://adoptium.net");
        }
    }

    /// One that rows were kept of: it need not be here.
    public static LabJdk kept(String label) {
        return new LabJdk(label, Optional.empty(), "its rows were kept");
    }

    /// Every JDK with virtual threads that is here.
    public static List<LabJdk> all() {
        return IntStream.rangeClosed(Jdk.FIRST_WITH_VIRTUAL_THREADS, NEWEST)
                .mapToObj(feature -> of(String.valueOf(feature)))
                .filter(jdk -> jdk.found().isPresent())
                .toList();
    }

    /// Feature release; of one that is not here the one that was asked for, 0 when that was asked for by its home.
    public int feature() {
        return found.map(Jdk::feature).orElse(RELEASE.matcher(label).matches() ? Integer.parseInt(label) : 0);
    }

    /// Whether a virtual thread in `synchronized` leaves its carrier (JEP 491, since 24).
    public boolean monitorsUnmount() {
        return feature() >= 24;
    }
}
