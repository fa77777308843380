package io.heddle.check;

import io.heddle.check.read.JdkImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A JDK whose classes are read, and the releases that are judged by them: its own, and those that are not at hand and
/// nearest to it.
///
/// @param feature feature release of the classes
/// @param home empty for the running JDK's
/// @param releases ascending, at least one
record RunTime(int feature, Optional<Path> home, List<Integer> releases) {

    /// One for each JDK that is needed, ascending.
    static List<RunTime> of(CheckOptions options) {
        int running = Runtime.version().feature();
        TreeSet<Integer> atHand = new TreeSet<>(options.jdkHomes().keySet());
        atHand.add(running);
        Map<Integer, List<Integer>> judged = new TreeMap<>();
        for (int release : new TreeSet<>(options.jdks())) {
            // Of two that are as near the older: what a newer one mends must not be taken for mended.
            int nearest = atHand.stream()
                    .min(Comparator.comparing((Integer feature) -> Math.abs(feature - release))
                            .thenComparing(feature -> feature))
                    .orElse(running);
            judged.computeIfAbsent(nearest, _ -> new ArrayList<>()).add(release);
        }
        return judged.entrySet().stream()
                .map(entry -> new RunTime(
                        entry.getKey(),
                        Optional.ofNullable(options.jdkHomes().get(entry.getKey())),
                        List.copyOf(entry.getValue())))
                .toList();
    }

    /// Its classes.
    ///
    /// @throws io.heddle.model.Failure when they cannot be read
    JdkImage image() {
        return home.map(at -> JdkImage.of(at, feature)).orElseGet(JdkImage::running);
    }

    /// What to say of the releases that it stands in for; empty where it judges none but its own.
    Optional<String> note() {
        List<Integer> absent =
                releases.stream().filter(release -> release != feature).toList();
        if (absent.isEmpty()) {
            return Optional.empty();
        }
        String names = String.join(
                ", ", absent.stream().map(release -> "JDK " + release).toList());
        return Optional.of(names + (absent.size() == 1 ? " is" : " are") + " not installed: the classes of JDK "
                + feature
                + " stand in, so the JDK's own code is judged as in "
                + feature + "; install " + (absent.size() == 1 ? "it" : "them") + ", or set "
                + String.join(
                        ", ",
                        absent.stream().map(release -> "HEDDLE_JDK" + release).toList())
                + " to the home of one");
    }
}
