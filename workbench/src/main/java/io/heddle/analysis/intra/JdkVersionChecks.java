package io.heddle.analysis.intra;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Recognises by name the checks that libraries make before they use what newer JDKs have, as in `if
/// (JreCompat.isJre22Available())`. The answer depends on the JDK that the code is judged for.
final class JdkVersionChecks {

    private static final String LATER = "_?(?:Available|AVAILABLE|Compatible|COMPATIBLE|AtLeast|AT_LEAST"
            + "|(?:Or|OR_)(?:Greater|GREATER|Higher|HIGHER|Later|LATER|Above|ABOVE|Newer|NEWER|More|MORE))";
    private static final String JAVA = "(?:Java|JAVA|Jre|JRE|Jdk|JDK|Vm|VM)";
    /// The release is part of the name.
    private static final Pattern NAMED =
            Pattern.compile("(?:is|IS|has|HAS)_?" + JAVA + "?_?(?<release>[0-9]{1,2})" + JAVA + "?" + LATER);
    /// A check for another kind of Java: a native image, or Android.
    private static final Pattern OTHER_KIND = Pattern.compile("(?:is|in|IS|IN)_?(?:RunningOn|RUNNING_ON)?"
            + "_?(?:Android|ANDROID|Dalvik|DALVIK|Graal|GRAAL|ImageCode|Native_?Image|NATIVE_?IMAGE)\\w*");
    /// A release later than any.
    private static final int NEVER = Integer.MAX_VALUE;
    /// The release is an argument.
    private static final Pattern GIVEN = Pattern.compile(
            "is" + JAVA + "(?:Version)?(?:AtLeast|GreaterOrEqual|OrGreater|OrHigher|OrLater|OrAbove|OrNewer)");

    private JdkVersionChecks() {}

    /// The first release for which the answer is yes; null where the name is no such check.
    ///
    /// @param name of a method without arguments, or a field
    static @Nullable Integer named(String name) {
        Matcher question = NAMED.matcher(name);
        return question.matches()
                ? Integer.valueOf(question.group("release"))
                : OTHER_KIND.matcher(name).matches() ? Integer.valueOf(NEVER) : null;
    }

    /// Whether a method of this name checks for the release that it is given.
    static boolean isGiven(String name) {
        return GIVEN.matcher(name).matches();
    }
}
