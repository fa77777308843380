package io.heddle.fix;

import io.heddle.model.Fix.Mend;
import java.util.Map;
import java.util.Set;

/// What mends the findings of a rule, where it is known by the rule alone.
final class Rules {

    private static final Set<String> OF_MONITORS =
            Set.of("blocking-under-monitor", "lock-under-monitor", "wait-under-monitor", "callback-under-monitor");
    private static final Map<String, Mend> MENDS = Map.of(
            "known-fix", Mend.UPGRADE,
            "known-jdk-bug", Mend.JDK,
            "framework-setting", Mend.SETTING,
            "dead-jvm-flag", Mend.SETTING,
            "pool-of-virtual-threads", Mend.EXECUTOR,
            "executor-keeps-platform-threads", Mend.EXECUTOR,
            "unbounded-fan-out", Mend.EXECUTOR,
            "thread-local-cache", Mend.CACHE);

    private Rules() {}

    static boolean isOfMonitors(String rule) {
        return OF_MONITORS.contains(rule);
    }

    static Mend mend(String rule) {
        return MENDS.getOrDefault(rule, Mend.CODE);
    }
}
