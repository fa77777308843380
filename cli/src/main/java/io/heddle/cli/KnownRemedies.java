package io.heddle.cli;

import io.heddle.check.rule.Fixes;
import io.heddle.check.rule.Rule;
import io.heddle.model.Holder;
import io.heddle.model.Join;
import io.heddle.model.Remedies;
import io.heddle.waits.Party;
import io.heddle.watch.signal.Hold;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What to do about code that holds carriers: the release that mends it, the JDK that does, else what the code itself
/// should do.
final class KnownRemedies implements Remedies {

    private static final int MONITORS_LET_GO = 24;
    /// Libraries carry their release in their name or coordinates; what people build and run in place does not.
    private static final Pattern RELEASE = Pattern.compile("[-:]\\d+(?:\\.\\d+)+");

    @Override
    public Remedy of(Holder holder, int jdk) {
        Set<String> pages = Rule.all().stream().map(rule -> rule.page().rule()).collect(Collectors.toSet());
        String rule = Join.rules(holder.cause().spelled()).stream()
                .filter(pages::contains)
                .sorted()
                .findFirst()
                .orElse("");
        if (holder.lostShare() == 0 && holder.detail().equals(Hold.COMPENSATED)) {
            return new Remedy(
                    "none is needed while there are fewer of them than the scheduler may have carriers"
                            + " (jdk.virtualThreadScheduler.maxPoolSize)",
                    "");
        }
        String code = isLibrary(holder) ? library(holder) : code(holder.cause());
        String advice = Stream.of(Fixes.advice(holder.artifact()), newerJdk(holder.cause(), jdk), code)
                .filter(text -> !text.isEmpty())
                .limit(2)
                .collect(Collectors.joining("; or "));
        return new Remedy(advice, rule);
    }

    /// Code of a library: who uses it cannot edit it.
    private static boolean isLibrary(Holder holder) {
        boolean aboutCode = switch (holder.cause()) {
            case MONITOR, WAIT, CLASS_LOADING, NATIVE, SPIN, CPU, FILE_IO, LOCK_CONVOY, CLASS_INITIALIZER -> true;
            case POOL_WAIT, LEAK, SUBMIT_FAILED, JDK_BUG, UNKNOWN -> false;
        };
        return aboutCode && RELEASE.matcher(holder.artifact()).find() && isCalledByOthers(holder);
    }

    /// Whether code of another party, that is neither the JDK's nor a server's, a framework's or a language's, stands
    /// around it.
    private static boolean isCalledByOthers(Holder holder) {
        String own = Party.of(holder.type());
        return holder.stack().stream()
                .dropWhile(frame -> !Party.of(frame).equals(own))
                .anyMatch(frame -> !Party.of(frame).equals(own)
                        && !Party.isJdk(frame)
                        && !Party.serves(frame)
                        && !Party.isLanguage(frame));
    }

    private static String library(Holder holder) {
        String use = switch (holder.cause()) {
            case CLASS_INITIALIZER, CLASS_LOADING -> "load that class before the service takes requests";
            case SPIN ->
                holder.detail().startsWith("a busy wait for a connection")
                        ? "set the pool to open its connections at the start (initial size = maximum size)"
                        : "limit how many requests call it at once";
            case MONITOR, WAIT, NATIVE, CPU, FILE_IO, LOCK_CONVOY, POOL_WAIT, LEAK, SUBMIT_FAILED, JDK_BUG, UNKNOWN ->
                "limit how many requests call it at once";
        };
        return "it is the code of a library (" + holder.artifact() + "): look for a release or a setting of it that"
                + " mends this; or " + use;
    }

    private static String newerJdk(Holder.Cause cause, int jdk) {
        boolean mended = switch (cause) {
            case MONITOR, WAIT -> jdk < MONITORS_LET_GO;
            case CLASS_INITIALIZER,
                    CLASS_LOADING,
                    NATIVE,
                    SPIN,
                    CPU,
                    FILE_IO,
                    POOL_WAIT,
                    LOCK_CONVOY,
                    LEAK,
                    SUBMIT_FAILED,
                    JDK_BUG,
                    UNKNOWN -> false;
        };
        return mended ? "run it on JDK 24 or newer, where a virtual thread leaves its carrier there (JEP 491)" : "";
    }

    private static String code(Holder.Cause cause) {
        return switch (cause) {
            case MONITOR -> "use a java.util.concurrent lock instead of synchronized around the blocking call";
            case WAIT -> "wait on a Condition of a java.util.concurrent lock";
            case CLASS_INITIALIZER ->
                "initialise the class before the service takes requests, or move the blocking call out of its initialiser";
            case CLASS_LOADING -> "load the class before the service takes requests";
            case NATIVE -> "call it on a separate pool of platform threads";
            case SPIN -> "wait on a lock, a queue or a future instead of spinning";
            case CPU -> "compute it on a pool with as many platform threads as cores";
            case FILE_IO -> "read and write files on a separate pool of platform threads";
            case POOL_WAIT -> "limit concurrent use with a Semaphore, or return pooled objects sooner";
            case LOCK_CONVOY -> "hold the lock for a shorter time, or split what it guards";
            case LEAK -> "let these threads end: their stack shows what they wait for";
            case SUBMIT_FAILED ->
                "restart the JVM: a thread that was not submitted never runs; find what the scheduler lacked, mostly memory";
            case JDK_BUG -> "run the newest update of this JDK";
            case UNKNOWN -> "";
        };
    }
}
