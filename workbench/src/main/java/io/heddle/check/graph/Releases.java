package io.heddle.check.graph;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Knows by their names the questions that libraries ask before they use what newer JDKs have, as in `if (JreCompat.isJre22Available())`. What the answer is hangs on the JDK that is judged for.
final class Releases {

    private static final String LATER = "_?(?:Available|AVAILABLE|Compatible|COMPATIBLE|AtLeast|AT_LEAST|(?:Or|OR_)(?:Greater|GREATER|Higher|HIGHER|Later|LATER|Above|ABOVE|Newer|NEWER|More|MORE))";
    private static final String JAVA = "(?:Java|JAVA|Jre|JRE|Jdk|JDK|Vm|VM)";
    /// The release is a part of the name.
    private static final Pattern NAMED = Pattern.compile("(?:is|IS|has|HAS)_?" + JAVA + "?_?(?<release>[0-9]{1,2})" + JAVA + "?" + LATER);
    /// The release is an argument.
    private static final Pattern GIVEN = Pattern.compile("is" + JAVA + "(?:Version)?(?:AtLeast|GreaterOrEqual|OrGreater|OrHigher|OrLater|OrAbove|OrNewer)");

    private Releases() {
    }

    /// The release from which on the answer is yes; null where that is no such question.
    ///
    /// @param name of a method without arguments, or a field
    static @Nullable Integer named(String name) {
        Matcher question = NAMED.matcher(name);
        return question.matches() ? Integer.valueOf(question.group("release")) : null;
    }

    /// Whether a method of this name asks for the release that it is given.
    static boolean isGiven(String name) {
        return GIVEN.matcher(name).matches();
    }
}
