package io.heddle.waits;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Whose code a class is, by the first two parts of its name, such as `io.agroal`.
public final class Party {

    private static final Set<String> SERVERS = MethodTable.lines("servers.txt", 3).stream()
            .map(line -> of(line.getFirst()))
            .collect(Collectors.toUnmodifiableSet());

    /// What code of other languages than Java runs within, whoever wrote it.
    private static final List<String> LANGUAGES = List.of(
            "clojure.",
            "kotlin.",
            "kotlinx.coroutines.",
            "scala.",
            "groovy.lang.",
            "org.codehaus.groovy.",
            "org.apache.groovy.");

    private Party() {}

    /// @param name binary name of a class, or a method of it
    public static String of(String name) {
        int first = name.indexOf('.');
        int second = name.indexOf('.', first + 1);
        return second < 0 ? name : name.substring(0, second);
    }

    /// Whether it is the JDK's.
    public static boolean isJdk(String name) {
        return new StackFrame(name, "", "", 0, -1, false, false).isJdk();
    }

    /// Whether it is a server's or a framework's that runs requests.
    public static boolean serves(String name) {
        return SERVERS.contains(of(name));
    }

    /// Whether it is the run time of a language.
    public static boolean isLanguage(String name) {
        return LANGUAGES.stream().anyMatch(name::startsWith);
    }
}
