package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// One kind of hazard. The file of a rule is its page too: the comment above the class, with the headings of
/// [RulePage]. A new rule is its file and its name in `permits`.
public sealed interface Rule
        permits BlockingUnderMonitor,
                LockUnderMonitor,
                WaitUnderMonitor,
                CallbackUnderMonitor,
                BlockingClassInitializer,
                NativeHoldsCarrier,
                YieldSpin,
                InheritableThreadLocals,
                PoolOfVirtualThreads,
                ThreadLocalCache,
                KnownJdkBug,
                KnownFix,
                FrameworkSetting,
                FileIoHoldsCarrier,
                ClassLoadingUnderLock,
                ThreadIdentity,
                ExecutorKeepsPlatformThreads,
                UnboundedFanOut,
                MdcLeak,
                ContextOfOtherThread,
                CoreAsyncBlocking,
                CpuUnderRequest,
                DeadJvmFlag,
                RemoteCallInTransaction,
                SharedSchedulerThread,
                ThreadNames,
                UnreadClass,
                UnreadSource {

    /// Those that look at calls and methods alone, and not at the ways to what waits, which are found one after
    /// the other.
    Set<Class<? extends Rule>> APART = Set.of(
            CpuUnderRequest.class,
            FrameworkSetting.class,
            InheritableThreadLocals.class,
            KnownJdkBug.class,
            MdcLeak.class,
            NativeHoldsCarrier.class,
            PoolOfVirtualThreads.class,
            ThreadIdentity.class,
            ThreadLocalCache.class,
            ThreadNames.class,
            YieldSpin.class);

    /// As users write it: the class's name in lower case with hyphens, such as `blocking-under-monitor`.
    default String name() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    /// Whether it may run beside the others.
    default boolean isApart() {
        return APART.contains(getClass());
    }

    /// Whether it tells of what the others met.
    default boolean isLast() {
        return false;
    }

    /// Every place where the hazard is, in no order, of every confidence.
    Stream<Finding> find(BlockingAnalysis analysis);

    /// Its page.
    default RulePage page() {
        return RulePage.of(this);
    }

    /// All rules, by name.
    static List<Rule> all() {
        return Arrays.stream(Rule.class.getPermittedSubclasses())
                .map(Rule::create)
                .sorted(Comparator.comparing(Rule::name))
                .toList();
    }

    /// The rules of these names; all when there is none.
    ///
    /// @throws Failure when there is no rule of a name
    static List<Rule> named(Set<String> names) {
        List<Rule> all = all();
        List<String> known = all.stream().map(Rule::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new Failure("there is no rule " + name, "the rules are " + String.join(", ", known));
            }
        }
        return all.stream()
                .filter(rule -> names.isEmpty() || names.contains(rule.name()))
                .toList();
    }

    private static Rule create(Class<?> rule) {
        try {
            return (Rule) rule.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(rule + " is no record without components", e);
        }
    }
}
