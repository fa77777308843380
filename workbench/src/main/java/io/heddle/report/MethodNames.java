package io.heddle.report;

import io.heddle.model.ClojureNames;
import io.heddle.model.Finding.Step;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of methods as people who wrote them know them.
///
/// A function of Clojure is a class, see [ClojureNames]; Kotlin hangs a hash or a suffix on a name. Source: Kotlin's
/// specification of inline classes, "mangling".
public final class MethodNames {

    private static final Pattern INLINE_CLASS = Pattern.compile("(\\w+)-[\\w-]{7}");

    private MethodNames() {}

    /// The name in the language that it was written in, where that is another than the class file's.
    public static Optional<String> written(String type, String method) {
        Optional<String> function = ClojureNames.function(type, method);
        if (function.isPresent()) {
            return function;
        }
        Matcher inline = INLINE_CLASS.matcher(method);
        return inline.matches() ? Optional.of(type + "." + inline.group(1)) : Optional.empty();
    }

    /// The name in the language that it was written in.
    public static String display(String type, String method) {
        return written(type, method).orElseGet(() -> type.isEmpty() ? method : type + "." + method);
    }

    /// `Class.method` without packages: what a path has room for.
    public static String brief(Step step) {
        return written(step.type(), step.method())
                .orElseGet(() -> step.type().substring(step.type().lastIndexOf('.') + 1) + "." + step.method());
    }
}
