package io.heddle.analysis.paths;

import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import io.heddle.model.Odds;
import java.util.Comparator;
import java.util.List;

/// Something that may block, at a place where that does harm.
///
/// @param method that holds the monitor, or runs the initialiser
/// @param line of the call that leads there; 0 when unknown
/// @param kind what it blocks for
/// @param innermost the last method of the path outside the JDK that holds a monitor; `method` where no other does
/// @param monitor that is held, by the field or class that it belongs to; empty where none is held
/// @param once whether the path goes through what runs once, where a component starts or ends, or after a failure
/// @param afterFailure whether the path goes through code that runs only once something has failed
/// @param reason why the confidence is what it is
/// @param odds unknown where a rule says how sure it is
/// @param path from that call to the sink
/// @param sink what blocks, as `class.method`
public record BlockingSite(
        Method method,
        int line,
        BlockingKind kind,
        Method innermost,
        String monitor,
        boolean once,
        boolean afterFailure,
        Confidence confidence,
        String reason,
        Odds odds,
        List<Step> path,
        String sink) {

    /// What is more than possible first, then what needs no failure, then the surest, the likeliest, and the shortest.
    public static final Comparator<BlockingSite> BEST = Comparator.<BlockingSite, Boolean>comparing(
                    site -> site.confidence() == Confidence.POSSIBLE)
            .thenComparing(BlockingSite::afterFailure)
            .thenComparing(BlockingSite::confidence)
            .thenComparing(site -> -site.odds().probability())
            .thenComparing(site -> site.path().size())
            .thenComparing(BlockingSite::kind);

    /// The same, as sure as a rule judges it.
    public BlockingSite judged(Confidence other, String because) {
        return new BlockingSite(
                method, line, kind, innermost, monitor, once, afterFailure, other, because, Odds.UNKNOWN, path, sink);
    }

    /// The same, where a callee holds the monitor of an object of a class.
    public BlockingSite heldBy(String type) {
        return new BlockingSite(
                method,
                line,
                kind,
                innermost,
                type,
                once,
                afterFailure,
                confidence,
                reason + "; " + type + " holds a monitor meanwhile",
                odds,
                path,
                sink);
    }

    /// The same, where a callee holds a monitor of its own meanwhile, which the code of the method does not show.
    public BlockingSite whileHeldBy(String type) {
        return because(reason + "; " + type + " holds a monitor meanwhile");
    }

    /// The same, not surer than that.
    public BlockingSite atMost(Confidence most) {
        return confidence.compareTo(most) >= 0
                ? this
                : new BlockingSite(
                        method, line, kind, innermost, monitor, once, afterFailure, most, reason, odds, path, sink);
    }

    /// The same, with other words for why it is as sure as it is.
    public BlockingSite because(String words) {
        return new BlockingSite(
                method, line, kind, innermost, monitor, once, afterFailure, confidence, words, odds, path, sink);
    }
}
