package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Odds;
import io.heddle.model.ThreadContext;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Native code holds its carrier until it returns: your own, or a library's that a monitor guards.
///
/// ## Why
///
/// A thread in native code cannot leave its carrier, on any JDK, and no event shows it. With as many virtual threads in
/// it as there are cores, no other virtual thread runs. A monitor around a native call suggests that the call takes a
/// while: disk, network, a device. Of your own native code you know how long it takes: native methods, functions that
/// JNA maps, and downcalls of the foreign function interface (`java.lang.foreign`).
///
/// ## Bad
///
/// ```java
/// public class Database {
///     public native int step(long statement); // finding
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
/// import java.util.concurrent.Future;
///
/// public class Database {
///     private final ExecutorService own = Executors.newSingleThreadExecutor();
///
///     public Future<Integer> step(long statement) {
///         return own.submit(() -> stepNow(statement));
///     }
///
///     private native int stepNow(long statement);
///
///     public native int getColumnCount(long statement);
/// }
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// Native code cannot be read. A monitor is one sign that it blocks, and a name that says that it waits, reads, writes
/// or calls is another: then it is a *stall*, else *slow*. Native methods of libraries without a monitor are not
/// reported. Those whose names say that they read or write a value, create or destroy an object, or allocate or free
/// memory are *possible* only, and so is a native method that only the service's own platform threads run.
///
/// ## References
///
/// - sqlite-jdbc issue 1136: https://github.com/xerial/sqlite-jdbc/issues/1136
/// - JEP 444, Virtual Threads, on pinning: https://openjdk.org/jeps/444
record NativeHoldsCarrier() implements Rule {

    private static final Pattern ACCESSOR = Pattern.compile(
            "(?:is|has|get|set|alloc|create|free|destroy|bind|clear|column|count|enable|disable|err|limit|register|result|total|value)(?:[A-Z_].*|$)"
                    + "|.*(?:_?(?:[cC]hanges|[cC]ount|[hH]andler|[lL]ength|[lL]istener|[nN]ame|[sS]ize|[tT]imeout|[tT]ype))$");

    /// Words of names that say that a function waits, or may.
    private static final Pattern WAITS = Pattern.compile(
            "(?:.*[a-z_\\d])?(?:[sS]leep|[wW]ait|[pP]oll|[sS]elect|[aA]ccept|[cC]onnect|[rR]ead|[wW]rite|[rR]ecv|[rR]eceive|[sS]end|"
                    + "[fF]lush|[sS]ync|[lL]ock|[jJ]oin|[qQ]uery|[eE]xec(?:ute)?|[sS]tep|[fF]etch|[lL]oad|[cC]all|[rR]un|[pP]rint|"
                    + "[sS]can|[bB]lock)(?:[A-Z_\\d].*)?");
    private static final String UNREAD = "how long that takes cannot be read";
    private static final String JNA = "com.sun.jna.Library";
    private static final Set<String> DOWNCALLS = Set.of("java.lang.foreign.Linker.downcallHandle");
    private static final Set<String> INVOKES = Set.of(
            "java.lang.invoke.MethodHandle.invokeExact",
            "java.lang.invoke.MethodHandle.invoke",
            "java.lang.invoke.MethodHandle.invokeWithArguments");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> methods = analysis.methods().stream()
                .filter(method -> method.isNative()
                        && (method.isSynchronized() || method.owner().isTarget()))
                .map(method -> finding(analysis, method));
        Stream<Finding> mapped = analysis.code()
                .calls()
                .filter(call -> call.caller().owner().isTarget()
                        && call.how() == CallSite.How.VIRTUAL
                        && call.declared().isBelow(JNA)
                        && !call.declared().binaryName().startsWith("com.sun.jna."))
                .map(call -> finding(analysis, call, call.signature().name(), "a function that JNA maps"));
        Stream<Finding> downcalls = analysis.code()
                .callsTo(INVOKES)
                .filter(call ->
                        call.caller().owner().isTarget() && analysis.code().isFrom(call, DOWNCALLS))
                .map(call -> finding(
                        analysis,
                        call,
                        analysis.code().lookedUpBy(call).stream().findFirst().orElse(""),
                        "a downcall to native code"));
        return Stream.of(methods, mapped, downcalls).flatMap(found -> found);
    }

    private Finding finding(BlockingAnalysis analysis, CallSite call, String function, String what) {
        boolean accessor = ACCESSOR.matcher(function).matches();
        return Hazards.at(
                this,
                analysis,
                call,
                accessor ? Confidence.POSSIBLE : Confidence.LIKELY,
                what + (function.isEmpty() ? "" : " (" + function + ")") + " holds the carrier until it returns; "
                        + UNREAD,
                WAITS.matcher(function).matches() ? Severity.STALL : Severity.SLOW);
    }

    private Finding finding(BlockingAnalysis analysis, Method method) {
        // What only reads or writes a value, makes an object, or has to do with memory, does not wait, native
        // or not. On a thread of its own it holds no carrier.
        boolean accessor = ACCESSOR.matcher(method.signature().name()).matches()
                || !method.isSynchronized() && analysis.threads(method) == ThreadContext.OWN_PLATFORM;
        BlockingSite hazard = new BlockingSite(
                method,
                0,
                BlockingKind.NATIVE,
                method,
                method.owner().binaryName(),
                false,
                false,
                accessor ? Confidence.POSSIBLE : Confidence.LIKELY,
                method.isSynchronized()
                        ? "a monitor guards the native code, which cannot be read"
                        : "your native code holds the carrier until it returns; " + UNREAD,
                Odds.UNKNOWN,
                List.of(),
                method.owner().name().replace('/', '.') + "."
                        + method.signature().name());
        boolean waits = method.isSynchronized()
                || WAITS.matcher(method.signature().name()).matches();
        return Hazards.finding(this, analysis, hazard, Hazards.ALWAYS, waits ? Severity.STALL : Severity.SLOW);
    }
}
