package io.heddle.net;

import java.util.regex.Pattern;

/// What a server said, as far as a sentence of Heddle's may quote it: one line of printable characters, not long.
public final class Excerpt {

    private static final int LONGEST = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}\\s\\x80-\\x9f]+");

    private Excerpt() {}

    /// @return may be empty
    public static String of(String said) {
        String line = UNPRINTABLE
                .matcher(said.length() > 4 * LONGEST ? said.substring(0, 4 * LONGEST) : said)
                .replaceAll(" ")
                .strip();
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
