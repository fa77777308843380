package io.heddle.check.graph;

import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes a way from a call to what blocks as evidence, and says how sure it is.
final class Paths {

    private static final int MOST_CERTAIN = 5;
    private static final int MOST_LIKELY = 9;
    private static final int MOST_LIKELY_STRANGER = 1;
    /// What a call that may run one of several methods weighs, in calls.
    private static final int GUESS = 2;
    /// What components run once, when no request waits for it.
    private static final Pattern LIFECYCLE = Pattern.compile("(?:do)?(?:start|stop|init|initialize|destroy|shutdown|dispose)(?:Internal)?|afterPropertiesSet");

    private final Witnesses witnesses;

    Paths(Witnesses witnesses) {
        this.witnesses = witnesses;
    }

    /// The hazard that a call leads to, through one of the methods that it runs.
    ///
    /// @param target what the call runs; null where the call itself waits
    Hazard hazard(Method method, int line, Kind kind, Call call, @Nullable Method target) {
        List<Step> steps = new ArrayList<>();
        int guesses = 0;
        Call at = call;
        Method next = target;
        steps.add(step(method, at.line));
        while (next != null) {
            guesses += at.targets.size() > 1 ? 1 : 0;
            Witness witness = witnesses.of(kind, next);
            if (witness == null) {
                throw new IllegalStateException("no way to " + kind + " from " + next);
            }
            if (!next.isGlue()) {
                steps.add(step(next, witness.call() == null ? 0 : witness.call().line));
            }
            if (witness.call() == null) {
                String sink = name(next.owner, next.signature);
                return judge(method, line, kind, steps, sink, guesses);
            }
            at = witness.call();
            next = witness.target();
        }
        return judge(method, line, kind, steps, name(at.declared, at.signature), guesses);
    }

    private static Hazard judge(Method method, int line, Kind kind, List<Step> steps, String sink, int guesses) {
        int calls = steps.size();
        int score = (kind == Kind.CALLBACK ? classes(steps) : calls) + GUESS * guesses;
        int least = switch (kind) {
            case STREAM, CONTRACT, CLASS_LOADING, NATIVE, CALLBACK -> 1;
            default -> 0;
        };
        boolean lifecycle = LIFECYCLE.matcher(method.signature.name()).matches();
        boolean likely = !lifecycle && score <= (kind == Kind.CALLBACK ? MOST_LIKELY_STRANGER : kind == Kind.SHORT_LOCK ? 0 : MOST_LIKELY);
        Confidence confidence = least == 0 && guesses == 0 && calls <= MOST_CERTAIN && !lifecycle ? Confidence.CERTAIN : likely ? Confidence.LIKELY : Confidence.POSSIBLE;
        String reason = (calls == 1 ? "the call itself " : calls + " calls away, the last ") + kind.does() + (guesses == 0 ? "" : "; at " + guesses + " of them one of several methods may run")
                + (lifecycle ? "; by its name it runs at start or stop" : "");
        return new Hazard(method, line, kind, confidence, reason, List.copyOf(steps), sink);
    }

    // A class's own helpers are as near as itself.
    private static int classes(List<Step> steps) {
        return (int) steps.stream().map(Step::type).distinct().count();
    }

    static Step step(Method method, int line) {
        return new Step(method.owner.name.replace('/', '.'), method.signature.name(), method.signature.descriptor(), line, method.owner.artifact.name());
    }

    static String name(Type type, Signature signature) {
        return type.name.replace('/', '.') + "." + signature.name();
    }
}
