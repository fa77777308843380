package io.heddle.analysis.intra;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Knows by their names the questions that libraries ask before they use what newer JDKs have, as in `if
/// (JreCompat.isJre22Available())`. What the answer is hangs on the JDK that is judged for.
final class JdkVersionChecks {

    private static final String LATER =
            "_?(?:Available|AVAILABLE|Compatible|COMPATIBLE|AtLeast|AT_LEAST|(?:Or|OR_)(?:Greater|GREATER|Higher|HIGHER|Later|LATER|Above|ABOVE|Newer|NEWER|More|MORE))";
    private static final String JAVA = "(?:Java|JAVA|Jre|JRE|Jdk|JDK|Vm|VM)";
    /// The release is a part of the name.
    private static final Pattern NAMED =
            Pattern.compile("(?:is|IS|has|HAS)_?" + JAVA + "?_?(?<release>[0-9]{1,2})" + JAVA + "?" + LATER);
    /// Whether it is another kind of Java: a native image, or Android's.
    private static final Pattern OTHER_KIND = Pattern.compile(
            "(?:is|in|IS|IN)_?(?:RunningOn|RUNNING_ON)?_?(?:Android|ANDROID|Dalvik|DALVIK|Graal|GRAAL|ImageCode|Native_?Image|NATIVE_?IMAGE)\\w*");
    /// Later than any.
    private static final int NEVER = Integer.MAX_VALUE;
    /// The release is an argument.
    private static final Pattern GIVEN = Pattern.compile(
            "is" + JAVA + "(?:Version)?(?:AtLeast|GreaterOrEqual|OrGreater|OrHigher|OrLater|OrAbove|OrNewer)");

    private JdkVersionChecks() {}

    /// The release from which on the answer is yes, on this kind of Java; null where that is no such
    /// question.
    ///
    /// @param name of a method without arguments, or a field
    public static @Nullable Integer named(String name) {
        Matcher question = NAMED.matcher(name);
        return question.matches()
                ? Integer.valueOf(question.group("release"))
                : OTHER_KIND.matcher(name).matches() ? Integer.valueOf(NEVER) : null;
    }

    /// Whether a method of this name asks for the release that it is given.
    public static boolean isGiven(String name) {
        return GIVEN.matcher(name).matches();
    }
}
