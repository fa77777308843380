package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.models.ValueSources;
import io.heddle.analysis.program.Method;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells which executors and timers run their tasks on platform threads that the code makes for itself.
public final class PlatformPools {

    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String TIMER = "java.util.Timer";
    private static final String THREAD_BUILDER = "java.lang.Thread$Builder";
    private static final Pattern MAKES_POOL = Pattern.compile(
            "java\\.util\\.concurrent\\.Executors\\.new(?:Fixed|Cached|Single|Scheduled|WorkStealing)\\w*");

    private static final Pattern MAKES_MANY =
            Pattern.compile("java\\.util\\.concurrent\\.Executors\\.new(?:Fixed|Cached|WorkStealing)\\w*");

    private final ValueSources sources;
    private final Predicate<Method> knownByCallers;

    /// @param knownByCallers whether the known callers of a method are taken for all
    public PlatformPools(ValueSources sources, Predicate<Method> knownByCallers) {
        this.sources = sources;
        this.knownByCallers = knownByCallers;
    }

    /// Whether every object that a value may be is such a pool, whoever hands it on.
    public boolean isOwn(AbstractValue pool) {
        return BackwardValueTrace.all(pool, sources, (value, _) -> verdict(value));
    }

    /// Whether every object that a value may be is such a pool for tasks of any number, as whoever moves a service onto
    /// virtual threads replaces: not for a single thread, and not for a timetable.
    public boolean isForManyTasks(AbstractValue pool) {
        return BackwardValueTrace.all(pool, sources, (value, _) -> switch (value) {
            case AbstractValue.Result made
            when MAKES_POOL.matcher(made.call().name()).matches() ->
                MAKES_MANY.matcher(made.call().name()).matches();
            case AbstractValue.New made
            when made.type().isJdk() -> made.type().binaryName().equals(POOL);
            default -> null;
        });
    }

    private @Nullable Boolean verdict(AbstractValue value) {
        return switch (value) {
            case AbstractValue.Result made
            when MAKES_POOL.matcher(made.call().name()).matches() ->
                areOwn(made.call().arguments());
            case AbstractValue.New made
            when made.type().isJdk() ->
                (made.type().isBelow(POOL) || made.type().isBelow(TIMER)) && areOwn(made.arguments());
            case AbstractValue.Parameter parameter when isHandedIn(parameter) -> false;
            case AbstractValue.FieldRead read
            when sources.writes(read.field()).stream().anyMatch(this::isHandedIn) -> false;
            default -> null;
        };
    }

    // External code hands it in, and may hand in another.
    private boolean isHandedIn(AbstractValue value) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .anyMatch(member -> member instanceof AbstractValue.Parameter parameter
                        && !knownByCallers.test(parameter.method()));
    }

    // A factory that somebody hands in, or that a builder of threads makes, may make virtual threads.
    private static boolean areOwn(List<AbstractValue> arguments) {
        return arguments.stream().map(AbstractValue::bare).noneMatch(argument -> switch (argument) {
            case AbstractValue.Parameter parameter -> !parameter.type().isEmpty();
            case AbstractValue.Result made -> made.call().declared().isBelow(THREAD_BUILDER);
            default -> false;
        });
    }
}
