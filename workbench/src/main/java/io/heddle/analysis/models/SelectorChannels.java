package io.heddle.analysis.models;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tells which channels do not block, because a selector handed them out: a selector takes no others.
public final class SelectorChannels {

    private static final String CHANNEL = "java.nio.channels.Channel";

    private final Map<Type, Boolean> unblocking = new HashMap<>();

    /// Whether the code of a class makes channels non-blocking. Such code has done so when it uses one.
    boolean unblocks(Type type) {
        return unblocking.computeIfAbsent(
                type, key -> key.file() != null && key.file().mentions("configureBlocking"));
    }

    /// Whether a channel comes from a selector: directly, by a field, by methods that return it, or from all
    /// known callers that pass it.
    public static boolean isSelected(AbstractValue channel, ValueSources sources) {
        return isSelected(channel, sources, Limits.Traces.SELECTOR);
    }

    private static boolean isSelected(AbstractValue channel, ValueSources sources, int depth) {
        return depth > 0
                && switch (AbstractValue.bare(channel)) {
                    case AbstractValue.Result result
                    when result.call().name().equals("java.nio.channels.SelectionKey.channel") -> true;
                    case AbstractValue.Result result ->
                        !sources.targets(result.call()).isEmpty()
                                && sources.targets(result.call()).stream()
                                        .allMatch(target -> areSelected(sources.returns(target), sources, depth - 1));
                    case AbstractValue.FieldRead read ->
                        !read.field().externallyWritable()
                                && areSelected(sources.writes(read.field()), sources, depth - 1);
                    case AbstractValue.Parameter parameter ->
                        areSelected(
                                sources.callers(parameter.method()).stream()
                                        .map(call -> call.argument(parameter.index()))
                                        .toList(),
                                sources,
                                depth - 1);
                    default -> false;
                };
    }

    private static boolean areSelected(List<AbstractValue> channels, ValueSources sources, int depth) {
        List<AbstractValue> given = channels.stream()
                .filter(channel -> channel != AbstractValue.NULL && !isNobodys(AbstractValue.bare(channel), sources))
                .toList();
        return !given.isEmpty()
                && given.stream()
                        .allMatch(channel ->
                                isSelected(channel, sources, depth) || isOwnChannel(AbstractValue.bare(channel)));
    }

    // The parameter of a constructor without known callers says nothing.
    private static boolean isNobodys(AbstractValue channel, ValueSources sources) {
        return channel instanceof AbstractValue.Parameter parameter
                && parameter.method().isConstructor()
                && sources.callers(parameter.method()).isEmpty();
    }

    // A library's own channel does what its code says. A stream of its own may belong to a socket.
    private static boolean isOwnChannel(AbstractValue channel) {
        return channel instanceof AbstractValue.New made
                && !made.type().isJdk()
                && made.type().isBelow(CHANNEL);
    }
}
