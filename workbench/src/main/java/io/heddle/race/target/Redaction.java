package io.heddle.race.target;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Keeps secrets out of what Heddle prints and writes: the value of anything whose name says password, secret, token,
/// key, authorization, cookie, session or the like becomes `***`. Long names are compared without case, and anywhere
/// within: `spring.datasource.password`, `X-Api-Key`, `DB_PWD`. Short ones, such as `auth` and `sig`, must be a word of
/// the name: `X-Auth`, `dbPass` and `SIG`, but neither `author` nor `signal`.
public final class Redaction {

    private static final String HIDDEN = "***";

    /// A known secret that is shorter than this is not looked for in free text, for it would hit ordinary words.
    private static final int LEAST_KNOWN = 6;

    private static final List<String> WORDS =
            List.of("pass", "auth", "jwt", "sig", "sid", "otp", "dsn", "csrf", "xsrf");

    private static final String SECRET_NAME =
            "(?i:passw(?:or)?d|passphrase|passcode|pwd|secret|token|key|authorization|cookie|credential|session|signature)"
                    + "|(?<![A-Za-z])(?:" + String.join("|", WORDS) + ")(?![a-z])"
                    + "|(?<![A-Za-z])(?:" + String.join("|", WORDS).toUpperCase(Locale.ROOT) + ")(?![A-Za-z])"
                    + "|(?<![A-Z])(?:" + WORDS.stream().map(Redaction::capital).collect(Collectors.joining("|"))
                    + ")(?![a-z])";
    private static final Pattern NAME = Pattern.compile(SECRET_NAME);

    /// A user and a password in one word.
    private static final Pattern USER = Pattern.compile("-u|--(?:proxy-)?user(?:name)?");

    /// The shell's working directories are named like a password, and what a login tells each process is no secret.
    private static final Set<String> NOT_SECRET = Set.of(
            "PWD",
            "OLDPWD",
            "SSH_AUTH_SOCK",
            "DESKTOP_SESSION",
            "GDMSESSION",
            "SESSION_MANAGER",
            "DBUS_SESSION_BUS_ADDRESS",
            "XDG_SESSION_ID",
            "XDG_SESSION_TYPE",
            "XDG_SESSION_CLASS",
            "XDG_SESSION_DESKTOP",
            "XDG_SESSION_PATH");

    /// Each pattern's group `secret` is what is hidden. What it looks through may be hostile: no pattern takes more
    /// than
    /// a few steps for each character.
    private static final List<Pattern> SECRETS = List.of(
            // Headers whose value has words of its own: to the end of the line.
            Pattern.compile("(?i)(?:authorization|cookie)[\"']?[ \t]*[:=][ \t]*(?<secret>[^\r\n]+)"),
            Pattern.compile("(?i)\\b(?:bearer|basic)[ \t]+(?<secret>[^\\s\"',;]+)"),
            // name=value, name: value, "name":"value"; a value in quotes to the closing one.
            Pattern.compile("(?<![\\w.\\[\\]/-])(?=[\\w.\\[\\]-]*?(?:" + SECRET_NAME
                    + "))(?<name>[\\w.\\[\\]-]++)[\"']?[ \t]*+[:=][ \t]*+"
                    + "(?:\"(?<double>[^\"\r\n]*)\"?|'(?<single>[^'\r\n]*)'?|(?<secret>[^\\s,;&\"'}]+))"),
            // --name value, where several words are one: a line for a shell, or a sentence.
            Pattern.compile("(?<![\\w./-])(?=--?[\\w.-]*?(?:" + SECRET_NAME + "))(?<name>[\\w.-]++)[ \\t]++"
                    + "(?:\"(?<double>[^\"\r\n]*)\"?|'(?<single>[^'\r\n]*)'?|(?<secret>[^\\s\"'-][^\\s\"']*))"),
            Pattern.compile("(?<![\\w./-])(?:" + USER.pattern() + ")[ \\t=]++[\"']?[^\\s\"':/]*:(?<secret>[^\\s\"']+)"),
            Pattern.compile("://[^\\s/:@]*:(?<secret>[^\\s/]+)@"),
            // A user alone is a token on some services.
            Pattern.compile("://(?<secret>[^\\s/:@]+)@"),
            Pattern.compile("(?i)jdbc:oracle:[a-z]+:[^\\s/:@]+/(?<secret>[^\\s@]{1,200})@"));

    private final List<String> known;

    private Redaction(Set<String> known) {
        this.known = known.stream()
                .filter(value -> value.length() >= LEAST_KNOWN && !value.equals(HIDDEN))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /// Also knows the secrets that a process was started with, the caller's environment included, and hides them
    /// wherever they stand.
    static Redaction of(Launch launch) {
        Set<String> values = new HashSet<>();
        Map<String, String> environment = new LinkedHashMap<>(System.getenv());
        environment.putAll(launch.environment());
        environment.forEach((name, value) -> {
            if (secret(name)) {
                values.add(value);
            }
            find(value, values::add);
        });
        List<String> command = launch.command();
        List<String> shown = words(command);
        for (int i = 0; i < command.size(); i++) {
            find(command.get(i), values::add);
            if (shown.get(i).equals(HIDDEN)) {
                values.add(command.get(i));
            }
        }
        return new Redaction(values);
    }

    /// Text without secrets, the known ones included.
    String in(String text) {
        String hidden = text(text);
        for (String value : known) {
            hidden = hidden.replace(value, HIDDEN);
        }
        return hidden;
    }

    /// Free text, such as a log line, an URL or one argument.
    public static String text(String text) {
        String hidden = text;
        for (Pattern pattern : SECRETS) {
            hidden = hide(pattern, hidden);
        }
        return hidden;
    }

    /// A command line, `--name value` included.
    public static List<String> words(List<String> command) {
        List<String> shown = new ArrayList<>();
        boolean next = false;
        boolean user = false;
        for (String word : command) {
            boolean option = word.startsWith("-");
            shown.add(next && !option ? HIDDEN : user && !option ? afterUser(word) : text(word));
            user = USER.matcher(word).matches();
            next = option && !word.contains("=") && !word.contains(":") && secret(word);
        }
        return List.copyOf(shown);
    }

    private static String afterUser(String word) {
        String option = "-u ";
        return text(option + word).substring(option.length());
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /// An environment, or anything else with names and values.
    public static Map<String, String> values(Map<String, String> named) {
        Map<String, String> shown = new LinkedHashMap<>();
        named.forEach((name, value) -> shown.put(name, secret(name) ? HIDDEN : text(value)));
        return shown;
    }

    /// Whether the value of something with this name is hidden.
    public static boolean secret(String name) {
        return !NOT_SECRET.contains(name) && NAME.matcher(name).find();
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
        for (Pattern pattern : SECRETS) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                int group = group(matcher);
                if (group >= 0) {
                    found.accept(matcher.group(group));
                }
            }
        }
    }

    /// The group that matched the secret; negative where the name is no secret's.
    private static int group(Matcher matcher) {
        Map<String, Integer> groups = matcher.namedGroups();
        if (groups.containsKey("name") && !secret(matcher.group("name"))) {
            return -1;
        }
        for (String name : List.of("secret", "double", "single")) {
            Integer group = groups.get(name);
            if (group != null && matcher.start(group) >= 0) {
                return group;
            }
        }
        return -1;
    }
}
