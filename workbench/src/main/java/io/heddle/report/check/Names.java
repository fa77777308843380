package io.heddle.report.check;

import io.heddle.model.Finding.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Names of methods as people who wrote them know them.
///
/// A function of Clojure is a class, named by the compiler's `munge`; Kotlin hangs a hash or a suffix on a name.
/// Sources: `clojure.lang.Compiler.CHAR_MAP`; Kotlin's specification of inline classes, "mangling".
final class Names {

    private static final Map<String, String> MUNGED = new LinkedHashMap<>();
    private static final Pattern FUNCTION = Pattern.compile("(?:invoke|invokeStatic|invokePrim|doInvoke)");
    private static final Pattern NAMESPACE = Pattern.compile("(?:\\w+\\.)*[a-z]\\w*");
    private static final Pattern COUNTER = Pattern.compile("__\\d+");
    private static final Pattern INLINE_CLASS = Pattern.compile("(\\w+)-[\\w-]{7}");

    static {
        // The long ones first: none of them is a part of one before it.
        String[] table = {
            "_SINGLEQUOTE_",
            "'",
            "_DOUBLEQUOTE_",
            "\"",
            "_PERCENT_",
            "%",
            "_AMPERSAND_",
            "&",
            "_LBRACK_",
            "[",
            "_RBRACK_",
            "]",
            "_LBRACE_",
            "{",
            "_RBRACE_",
            "}",
            "_CIRCA_",
            "@",
            "_SHARP_",
            "#",
            "_CARET_",
            "^",
            "_TILDE_",
            "~",
            "_QMARK_",
            "?",
            "_COLON_",
            ":",
            "_SLASH_",
            "/",
            "_BSLASH_",
            "\\",
            "_BANG_",
            "!",
            "_STAR_",
            "*",
            "_PLUS_",
            "+",
            "_BAR_",
            "|",
            "_GT_",
            ">",
            "_LT_",
            "<",
            "_EQ_",
            "="
        };
        for (int i = 0; i < table.length; i += 2) {
            MUNGED.put(table[i], table[i + 1]);
        }
    }

    private Names() {}

    /// The name in the language that it was written in, where that is another than the class file's.
    static Optional<String> written(String type, String method) {
        int dollar = type.indexOf('$');
        if (dollar > 0
                && FUNCTION.matcher(method).matches()
                && NAMESPACE.matcher(type.substring(0, dollar)).matches()) {
            String function =
                    COUNTER.matcher(type.substring(dollar + 1)).replaceAll("").replace('$', '/');
            return Optional.of(demunged(type.substring(0, dollar)) + "/" + demunged(function));
        }
        java.util.regex.Matcher inline = INLINE_CLASS.matcher(method);
        return inline.matches() ? Optional.of(type + "." + inline.group(1)) : Optional.empty();
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

    private static String demunged(String name) {
        String text = name;
        for (Map.Entry<String, String> entry : MUNGED.entrySet()) {
            text = text.replace(entry.getKey(), entry.getValue());
        }
        return text.replace('_', '-');
    }
}
