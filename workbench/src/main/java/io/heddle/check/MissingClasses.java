package io.heddle.check;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Type;
import io.heddle.model.Check;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Tells of classes that the checked code calls and that are nowhere to be read: what they do is not known, so that
/// silence about such calls means nothing.
final class MissingClasses {

    /// Packages that are named, those with most classes first.
    private static final int NAMED = 3;
    /// Parts of a package's name by which a library is known, as in `org.springframework.web`.
    private static final int PARTS = 3;

    /// How names of classes begin that only the JDK has.
    private static final List<String> OF_THE_JDK = List.of("[", "java/", "javax/swing/", "jdk/", "sun/", "com/sun/");

    private MissingClasses() {}

    /// The note on them; empty where there are none.
    static Optional<String> note(BlockingAnalysis analysis) {
        Map<String, Set<String>> byPackage = new TreeMap<>();
        analysis.code()
                .calls()
                .filter(call -> call.caller().owner().isTarget())
                .map(CallSite::declared)
                .filter(MissingClasses::isMissing)
                .map(Type::binaryName)
                .forEach(name -> byPackage
                        .computeIfAbsent(library(name), _ -> new TreeSet<>())
                        .add(name));
        if (byPackage.isEmpty()) {
            return Optional.empty();
        }
        List<String> most = byPackage.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .limit(NAMED)
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
        if (byPackage.size() > NAMED) {
            most.add(byPackage.size() - NAMED + " more");
        }
        int classes = byPackage.values().stream().mapToInt(Set::size).sum();
        return Optional.of(Check.NOT_READ + classes
                + (classes == 1 ? " class that the code calls is" : " classes that the code calls are")
                + " not here, of "
                + String.join(", ", most)
                + ". No call of them is followed, so nothing is found in them. Name their jars with --with, or check the"
                + " archive or the project that has them");
    }

    // Of the JDK some classes are in modules that are not there.
    private static boolean isMissing(Type type) {
        return !type.present()
                && !type.isJdk()
                && type.name().contains("/")
                && OF_THE_JDK.stream().noneMatch(type.name()::startsWith);
    }

    // The package, or the first parts of it.
    private static String library(String name) {
        // A damaged name may consist of separators alone.
        List<String> parts = List.of(name.split("\\.", -1));
        return String.join(".", parts.subList(0, Math.min(PARTS, parts.size() - 1)));
    }
}
