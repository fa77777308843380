package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Odds;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A library guards native code with a monitor, and the native code holds its carrier until it returns.
///
/// ## Why
///
/// A thread in native code cannot leave its carrier, on any JDK, and no event shows it. A monitor around a native
/// call suggests that the call takes a while: disk, network, a device. With as many virtual threads in it as
/// there are cores, no other virtual thread runs.
///
/// ## Bad
///
/// ```java
/// public class Database {
///     public synchronized native int step(long statement); // finding
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
/// }
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// Native code cannot be read; the monitor is the only sign that it blocks. Native methods without a monitor are
/// not reported. Those whose names say that they read or write a value, create or destroy an object, or allocate
/// or free memory are *possible* only.
///
/// ## References
///
/// - sqlite-jdbc issue 1136: https://github.com/xerial/sqlite-jdbc/issues/1136
/// - JEP 444, Virtual Threads, on pinning: https://openjdk.org/jeps/444
record NativeHoldsCarrier() implements Rule {

    private static final Pattern ACCESSOR = Pattern.compile(
            "(?:is|has|get|set|alloc|create|free|destroy|bind|clear|column|count|enable|disable|err|limit|register|result|total|value)(?:[A-Z_].*|$)"
                    + "|.*(?:_?(?:[cC]hanges|[cC]ount|[hH]andler|[lL]ength|[lL]istener|[nN]ame|[sS]ize|[tT]imeout|[tT]ype))$");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .filter(method -> method.isNative() && method.isSynchronized())
                .map(method -> finding(analysis, method));
    }

    private Finding finding(BlockingAnalysis analysis, Method method) {
        // What only reads or writes a value, makes an object, or has to do with memory, does not wait, native
        // or not.
        boolean accessor = ACCESSOR.matcher(method.signature().name()).matches();
        BlockingSite hazard = new BlockingSite(
                method,
                0,
                BlockingKind.NATIVE,
                method,
                method.owner().binaryName(),
                false,
                false,
                accessor ? Confidence.POSSIBLE : Confidence.LIKELY,
                "a monitor guards the native code, which cannot be read",
                Odds.UNKNOWN,
                List.of(),
                method.owner().name().replace('/', '.') + "."
                        + method.signature().name());
        return Hazards.finding(this, analysis, hazard, Hazards.ALWAYS, Severity.STALL);
    }
}
