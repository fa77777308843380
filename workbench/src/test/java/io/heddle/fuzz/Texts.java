package io.heddle.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Names, values and files of text that nobody would write: numbers beyond their range, what no file can be called,
/// commands of build servers, lines that are long or deep.
public final class Texts {

    private static final Pattern TOKEN = Pattern.compile("\"[^\"\\n]*\"|[\\w.%/:-]+|[^\\s\\w]");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "2147483648",
            "-9223372036854775809",
            "99999999999",
            "1e999",
            "-0.0",
            "NaN",
            "1e-400",
            "0x10",
            "9".repeat(1_500));
    private static final List<String> NAMES = List.of(
            "",
            ".",
            "..",
            "../../../../etc/passwd",
            "/",
            "//",
            "a//b",
            "\0",
            "A\0B",
            "\ud800",
            "\u202e\u2028",
            "::error::x",
            "##[command]",
            "[x](http://127.0.0.1/)",
            "<img src=x>",
            "%0A%n%s{0}",
            "[".repeat(300),
            "(".repeat(300),
            "-1".repeat(20_000) + "!",
            "a.".repeat(10_000),
            " ".repeat(30_000) + "\u2028",
            "x".repeat(60_000));

    /// Characters of a mutant.
    private static final int LONGEST = 1 << 20;

    private Texts() {}

    public static String number(Random random) {
        return NUMBERS.get(random.nextInt(NUMBERS.size()));
    }

    public static String name(Random random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    /// A text of which some tokens are others, and perhaps some lines are gone, doubled or swapped, or one is deep.
    public static String mutate(String original, Random random) {
        String text = original;
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            text = random.nextInt(3) == 0 ? lines(text, random) : token(text, random);
            text = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        }
        return text;
    }

    private static String token(String text, Random random) {
        List<MatchResult> tokens = TOKEN.matcher(text).results().toList();
        if (tokens.isEmpty()) {
            return text;
        }
        MatchResult one = tokens.get(random.nextInt(tokens.size()));
        MatchResult other = tokens.get(random.nextInt(tokens.size()));
        String with = switch (random.nextInt(10)) {
            case 0 -> number(random);
            case 1 -> "\"" + number(random) + "\"";
            case 2 -> name(random);
            case 3 -> "\"" + name(random) + "\"";
            case 4 -> "null";
            case 5 -> "{" + one.group() + "}";
            case 6 -> "[" + one.group() + "]";
            case 7 -> "[".repeat(1 + random.nextInt(20_000));
            case 8 -> "";
            default -> other.group();
        };
        return text.substring(0, one.start()) + with + text.substring(one.end());
    }

    private static String lines(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (lines.isEmpty()) {
            return name(random);
        }
        int one = random.nextInt(lines.size());
        switch (random.nextInt(5)) {
            case 0 -> lines.remove(one);
            case 1 -> lines.add(one, lines.get(random.nextInt(lines.size())));
            case 2 ->
                lines.set(
                        one,
                        lines.get(one)
                                .repeat(1
                                        + random.nextInt(200)
                                                * 5_000
                                                / (5_000 + lines.get(one).length())));
            case 3 -> lines.add(one, " ".repeat(random.nextInt(2_000)) + lines.get(one));
            default -> lines.add(one, name(random));
        }
        return String.join(random.nextInt(8) == 0 ? "\r" : "\n", lines);
    }
}
