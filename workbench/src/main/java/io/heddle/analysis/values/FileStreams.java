package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.ModelTable.Fact;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Tells which streams read or write files, or what lies on the class path. A thread holds its carrier while it does,
/// whatever else it holds. For one thread.
public final class FileStreams {

    private static final Set<String> FILES = Names.of("streams", "streams of files");
    private static final Set<String> ARCHIVES = Names.of("streams", "archives");
    private static final Set<String> ADDRESSES = Set.of("java.net.URL", "java.net.URLConnection");

    private final BlockingModels models;
    private final MemoryStreams memory;
    private final CallFacts facts;

    public FileStreams(BlockingModels models, MemoryStreams memory, CallFacts facts) {
        this.models = models;
        this.memory = memory;
        this.facts = facts;
    }

    /// Whether all that a stream may be does so.
    public boolean isOfFile(AbstractValue stream) {
        return BackwardValueTrace.all(stream, facts, this::isOfFile);
    }

    private @Nullable Boolean isOfFile(AbstractValue stream, Predicate<AbstractValue> further) {
        return switch (stream) {
            case AbstractValue.New made
            when made.type().isJdk() -> {
                List<AbstractValue> wrapped =
                        made.arguments().stream().filter(memory::isStream).toList();
                yield FILES.stream().anyMatch(made.type()::isBelow)
                        || !wrapped.isEmpty() && wrapped.stream().allMatch(further);
            }
            case AbstractValue.Result result -> isOfFile(result.call(), further) ? Boolean.TRUE : null;
            default -> null;
        };
    }

    private boolean isOfFile(CallSite call, Predicate<AbstractValue> further) {
        Fact fact = models.table().called(call.declared(), call.signature().name());
        return fact != null && (fact.kind() == BlockingKind.FILE || fact.kind() == BlockingKind.CLASS_LOADING)
                || ARCHIVES.stream().anyMatch(call.declared()::isBelow)
                || call.how() == CallSite.How.VIRTUAL
                        && ADDRESSES.stream().anyMatch(call.declared()::isBelow)
                        && (isOfClassPath(call.receiver()) || further.test(call.receiver()));
    }

    // Who is given addresses one after the other mostly asked a class loader for them.
    private static boolean isOfClassPath(AbstractValue address) {
        return AbstractValue.bare(address) instanceof AbstractValue.Result result
                && result.call().declared().isBelow("java.util.Enumeration");
    }
}
