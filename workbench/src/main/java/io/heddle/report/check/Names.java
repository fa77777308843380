package io.heddle.report.check;

import io.heddle.model.ClojureNames;
import io.heddle.model.Finding.Step;
import java.util.Optional;
import java.util.regex.Pattern;

/// Names of methods as people who wrote them know them.
///
/// A function of Clojure is a class, see [ClojureNames]; Kotlin hangs a hash or a suffix on a name. Source: Kotlin's
/// specification of inline classes, "mangling".
final class Names {

    private static final Pattern INLINE_CLASS = Pattern.compile("(\\w+)-[\\w-]{7}");

    private Names() {}

    /// The name in the language that it was written in, where that is another than the class file's.
    static Optional<String> written(String type, String method) {
        Optional<String> function = ClojureNames.function(type, method);
        if (function.isPresent()) {
            return function;
        }
        java.util.regex.Matcher inline = INLINE_CLASS.matcher(method);
        return inline.matches() ? Optional.of(type + "." + inline.group(1)) : Optional.empty();
    }

    /// The name in the language that it was written in.
    static String display(String type, String method) {
        return written(type, method).orElseGet(() -> type.isEmpty() ? method : type + "." + method);
    }

    /// `Class.method` without packages: what a path has room for.
    static String brief(Step step) {
        return written(step.type(), step.method()).orElseGet(() -> simple(step.type()) + "." + step.method());
    }

    /// A binary name without its package.
    static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /// Where the file of a class lies below a source folder.
    ///
    /// @param source the name of the file; where it is empty, the file is taken to be named after its class
    static String sourceFile(String type, String source) {
        String folder = type.substring(0, type.lastIndexOf('.') + 1).replace('.', '/');
        String outer = simple(type).replaceFirst("(?<=.)\\$.*", "");
        // The file's name alone (JVMS 4.7.10): whoever wrote a path into it may have meant another repository's file.
        String file = source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
        return folder + (file.isEmpty() ? outer + ".java" : file);
    }
}
