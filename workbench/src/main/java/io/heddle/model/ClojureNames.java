package io.heddle.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names that Clojure's compiler makes of what is written: a function is a class, and characters that Java's names
/// cannot have are words. Source: `clojure.lang.Compiler.CHAR_MAP`, `FnExpr.parse` and `ObjExpr`.
public final class ClojureNames {

    /// How the names end of the classes that load a namespace.
    public static final String LOADER = "__init";

    private static final String SIGNS = "-_ ?_QMARK_ !_BANG_ *_STAR_ +_PLUS_ >_GT_ <_LT_ =_EQ_ '_SINGLEQUOTE_ "
            + "&_AMPERSAND_ %_PERCENT_ :_COLON_ @_CIRCA_ ~_TILDE_ #_SHARP_ ^_CARET_ \"_DOUBLEQUOTE_ \\_BSLASH_ "
            + "{_LBRACE_ }_RBRACE_ [_LBRACK_ ]_RBRACK_ /_SLASH_ |_BAR_";
    private static final Map<String, String> MUNGED = new LinkedHashMap<>();
    private static final Pattern WORD;
    private static final Map<String, String> DEMUNGED;
    private static final Pattern FUNCTION = Pattern.compile("invoke|invokeStatic|invokePrim|doInvoke");
    /// A method that runs a function, with its class, wherever it stands in a text.
    private static final Pattern CALL = Pattern.compile(
            "(?<![\\w$.])((?:\\w+\\.)*[a-z]\\w*\\$[\\w$]+)\\.(?:invoke|invokeStatic|invokePrim|doInvoke)(?![\\w$(])");
    private static final Pattern NAMESPACE = Pattern.compile("(?:[\\w]+\\.)*[a-z]\\w*");
    private static final Pattern COUNTER = Pattern.compile("__\\d+");
    private static final Pattern UNNAMED = Pattern.compile("fn__\\d+|eval\\d+|G__\\d+.*|state_machine__.*");
    private static final String FN = "fn";

    static {
        for (String sign : SIGNS.split(" ")) {
            MUNGED.put(sign.substring(0, 1), sign.substring(1));
        }
        DEMUNGED = MUNGED.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
        // The long ones first: the single line is a part of all others.
        WORD = Pattern.compile(DEMUNGED.keySet().stream()
                .sorted((one, other) -> other.length() - one.length())
                .collect(Collectors.joining("|")));
    }

    private ClojureNames() {}

    /// A name as the compiler writes it: `save_BANG_` of `save!`.
    public static String munged(String name) {
        return name.codePoints()
                .mapToObj(Character::toString)
                .map(sign -> MUNGED.getOrDefault(sign, sign))
                .collect(Collectors.joining());
    }

    /// A name as it was written, as far as the compiler's tells: a line may have been one, and is taken for a hyphen.
    public static String demunged(String name) {
        return WORD.matcher(name).replaceAll(word -> Matcher.quoteReplacement(DEMUNGED.get(word.group())));
    }

    /// The internal name of the class that is made of a function.
    ///
    /// @param namespace as it is written, as is the name
    public static String type(String namespace, String name) {
        return internal(namespace) + "$" + munged(name);
    }

    /// The internal name of the class that loads a namespace.
    ///
    /// @param namespace as it is written
    public static String loader(String namespace) {
        return internal(namespace) + LOADER;
    }

    /// The namespace that a class loads, as it is written; empty where it loads none.
    ///
    /// @param type binary name of the class
    public static Optional<String> loaded(String type) {
        return type.endsWith(LOADER)
                ? Optional.of(demunged(type.substring(0, type.length() - LOADER.length())))
                : Optional.empty();
    }

    private static String internal(String namespace) {
        return munged(namespace).replace('.', '/');
    }

    /// A function as Clojure writes it: `acme.shop.handlers/save-basket!` for the class
    /// `acme.shop.handlers$save_basket_BANG_`, and `fn in acme.shop.handlers/reserve` for one inside another.
    /// Empty where the class does not look like a function's.
    ///
    /// @param type binary name of the class
    public static Optional<String> function(String type) {
        int dollar = type.indexOf('$');
        if (dollar <= 0 || !NAMESPACE.matcher(type.substring(0, dollar)).matches()) {
            return Optional.empty();
        }
        String namespace = demunged(type.substring(0, dollar));
        List<String> parts = Stream.of(type.substring(dollar + 1).split("\\$"))
                .map(ClojureNames::part)
                .toList();
        String outer = parts.getFirst().equals(FN) ? namespace : namespace + "/" + parts.getFirst();
        return Optional.of(
                parts.size() == 1 && !parts.getFirst().equals(FN) ? outer : parts.getLast() + " in " + outer);
    }

    private static String part(String munged) {
        return UNNAMED.matcher(munged).matches()
                ? FN
                : demunged(COUNTER.matcher(munged).replaceAll(""));
    }

    /// The same where a method is one that runs a function.
    public static Optional<String> function(String type, String method) {
        return FUNCTION.matcher(method).matches() ? function(type) : Optional.empty();
    }

    /// A text with the names of functions as Clojure writes them, wherever they stand in it as `class.method`.
    public static String readable(String text) {
        return text.contains("nvoke")
                ? CALL.matcher(text)
                        .replaceAll(call ->
                                Matcher.quoteReplacement(function(call.group(1)).orElse(call.group())))
                : text;
    }
}
