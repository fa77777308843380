package io.heddle.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keeps secrets out of what Heddle prints and writes: the value of anything whose name says password, secret, token,
/// key, authorization, cookie, session or the like becomes `***`. Long names are compared without case, and anywhere
/// within: `spring.datasource.password`, `X-Api-Key`, `DB_PWD`. Short ones, such as `auth` and `sig`, must be a word of
/// the name: `X-Auth`, `dbPass` and `SIG`, but neither `author` nor `signal`.
public final class Redaction {

    private static final String HIDDEN = "***";

    /// A known secret that is shorter than this is not looked for in free text, for it would hit ordinary words.
    private static final int LEAST_KNOWN = 6;

    /// A user and a password in one word.
    private static final Pattern USER = Pattern.compile("-u|--(?:proxy-)?user(?:name)?");

    /// The words of a command after which a header follows.
    private static final Set<String> HEADER = Set.of("-H", "--header");

    /// A header's value after its name; without a name all of it.
    private static final Pattern HEADER_VALUE = Pattern.compile("^[^:\\s]*:\\s*(?!//)(?<secret>.+)", Pattern.DOTALL);

    private static final Pattern PLACE =
            Pattern.compile("\\.(?:java|kts?|scala|groovy|cljc?)$|(?:^|[./])[A-Z][\\w$]*\\.[\\w$<>]+$");
    private static final Pattern LINE = Pattern.compile("\\d{1,6}\\)*");
    private static final Pattern MEASURE = Pattern.compile(
            "(?i)(?:^|[._-])(?:max|min)[._-]|(?:time-?out|expir(?:y|es?|ation)|ttl|size|count|length|limit|interval|age"
                    + "|port|serializer|type|class)$");
    private static final Pattern AMOUNT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?(?:[a-zA-Z]{1,3})?");
    /// A name of a class with its package, all of it in small letters.
    private static final Pattern CLASS = Pattern.compile("(?:[a-z][a-z0-9_]*\\.){2,20}[A-Z][\\w$]*");

    private final List<String> known;

    private Redaction(Set<String> known) {
        this.known = known.stream()
                .filter(value -> value.length() >= LEAST_KNOWN && !value.equals(HIDDEN))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /// Also knows the secrets that a process was started with, and hides them wherever they stand.
    ///
    /// @param environment by name
    public static Redaction of(List<String> command, Map<String, String> environment) {
        Set<String> values = new HashSet<>();
        environment.forEach((name, value) -> {
            if (secret(name)) {
                values.add(value);
            }
            find(value, values::add);
        });
        List<String> shown = words(command);
        for (int i = 0; i < command.size(); i++) {
            find(command.get(i), values::add);
            if (shown.get(i).equals(HIDDEN)) {
                values.add(command.get(i));
            }
            if (i > 0 && HEADER.contains(command.get(i - 1))) {
                find(List.of(HEADER_VALUE), command.get(i), values::add);
            }
        }
        return new Redaction(values);
    }

    /// Text without secrets, the known ones included.
    public String in(String text) {
        String hidden = text(text);
        for (String value : known) {
            hidden = hidden.replace(value, HIDDEN);
        }
        return hidden;
    }

    /// Free text, such as a log line, an URL or one argument.
    public static String text(String text) {
        return hide(SecretForms.KNOWN.forms(), tokens(text));
    }

    /// Text that is not about secrets, such as names of classes: hides what is one by its own form.
    public static String tokens(String text) {
        return hide(SecretForms.KNOWN.tokens(), text);
    }

    /// A command line, `--name value` included.
    public static List<String> words(List<String> command) {
        List<String> shown = new ArrayList<>();
        boolean next = false;
        boolean user = false;
        boolean header = false;
        for (String word : command) {
            boolean option = word.startsWith("-");
            shown.add(
                    next && !option
                            ? HIDDEN
                            : user && !option ? afterUser(word) : header ? header(word) : text(afterEquals(word)));
            header = HEADER.contains(word);
            user = USER.matcher(word).matches();
            next = option && !word.contains("=") && !word.contains(":") && secret(word);
        }
        return List.copyOf(shown);
    }

    private static String afterUser(String word) {
        String option = "-u ";
        return text(option + word).substring(option.length());
    }

    private static String header(String word) {
        return text(hide(List.of(HEADER_VALUE), word));
    }

    private static String afterEquals(String word) {
        String option = "--header=";
        return word.startsWith(option) ? option + header(word.substring(option.length())) : word;
    }

    /// An environment, or anything else with names and values.
    public static Map<String, String> values(Map<String, String> named) {
        Map<String, String> shown = new LinkedHashMap<>();
        named.forEach((name, value) -> shown.put(name, secret(name) ? HIDDEN : text(value)));
        return shown;
    }

    /// Whether the value of something with this name is hidden.
    public static boolean secret(String name) {
        return !SecretForms.KNOWN.harmless().contains(name)
                && SecretForms.KNOWN.name().matcher(name).find();
    }

    private static String hide(List<Pattern> patterns, String text) {
        String hidden = text;
        for (Pattern pattern : patterns) {
            hidden = hide(pattern, hidden);
        }
        return hidden;
    }

    private static String hide(Pattern pattern, String text) {
        StringBuilder hidden = new StringBuilder();
        Matcher matcher = pattern.matcher(text);
        int from = 0;
        while (matcher.find()) {
            int group = group(matcher);
            if (group < 0) {
                continue;
            }
            hidden.append(text, from, matcher.start(group)).append(HIDDEN);
            from = matcher.end(group);
        }
        return hidden.append(text, from, text.length()).toString();
    }

    private static void find(String text, Consumer<String> found) {
        find(SecretForms.KNOWN.tokens(), text, found);
        find(SecretForms.KNOWN.forms(), text, found);
    }

    private static void find(List<Pattern> patterns, String text, Consumer<String> found) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                int group = group(matcher);
                if (group >= 0) {
                    found.accept(matcher.group(group));
                }
            }
        }
    }

    /// A line of source code: `TokenService.java:12`, `TokenService.refresh:12`.
    private static boolean isPlace(String name, String value) {
        return PLACE.matcher(name).find() && LINE.matcher(value).matches();
    }

    /// What is told of a secret and is none itself: `session.timeout=30m`, `key-deserializer=org.lib.Deserializer`.
    private static boolean isMeasure(String name, String value) {
        return MEASURE.matcher(name).find()
                && (AMOUNT.matcher(value).matches() || CLASS.matcher(value).matches());
    }

    /// The group that matched the secret; negative where the name is no secret's, or the value none.
    private static int group(Matcher matcher) {
        Map<String, Integer> groups = matcher.namedGroups();
        String called = groups.containsKey("name") ? matcher.group("name") : "";
        if (groups.containsKey("name") && !secret(called)) {
            return -1;
        }
        for (String name : List.of("secret", "double", "single")) {
            Integer group = groups.get(name);
            if (group != null && matcher.start(group) >= 0) {
                return isPlace(called, matcher.group(group)) || isMeasure(called, matcher.group(group)) ? -1 : group;
            }
        }
        return -1;
    }
}
