package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingContracts;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.ClientCalls;
import io.heddle.analysis.models.GivenStreams;
import io.heddle.analysis.models.SelectorChannels;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.VirtualCall;
import io.heddle.analysis.values.BoundlessQueues;
import io.heddle.analysis.values.FileStreams;
import io.heddle.analysis.values.MemoryStreams;
import io.heddle.analysis.values.SilentCloses;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Says of each call what it may run, now that all classes are known of which there are objects: the exact
/// classes of its receiver where they are known, else all that rapid type analysis found. A call whose
/// stream, channel or queue cannot block loses what the models say of it.
public final class CallTargetResolver {

    private static final String SELECTABLE = "java.nio.channels.SelectableChannel";
    /// Packages of the JDK's streams that read or write at once when they are made around another.
    private static final Set<String> WRAPPERS = Names.of("streams", "packages of wrappers");

    private final BlockingModels models;
    private final ClientCalls clients = new ClientCalls();
    private final ReachableCode code;
    private final TypePropagation types;
    private final CallGraph.Builder graph;
    private final Reflections reflections;
    private final MemoryStreams memory;
    private final StreamCalls streams;
    private final FileStreams files;
    /// Packages whose code makes channels non-blocking.
    private final Set<String> unblocking = ConcurrentHashMap.newKeySet();

    private CallTargetResolver(
            ClassHierarchy hierarchy, BlockingModels models, ReachableCode code, TypePropagation types) {
        this.models = models;
        this.code = code;
        this.types = types;
        this.graph = new CallGraph.Builder(code, hierarchy.callSites(), hierarchy.methodNumbers());
        this.reflections = new Reflections(hierarchy, code, types);
        this.memory = new MemoryStreams(hierarchy, models, graph);
        this.streams = new StreamCalls(memory, graph);
        this.files = new FileStreams(models, memory, graph);
    }

    /// The call graph, without what is called back.
    public static CallGraph resolve(
            ClassHierarchy hierarchy, BlockingModels models, ReachableCode code, TypePropagation types) {
        return new CallTargetResolver(hierarchy, models, code, types).resolve();
    }

    private CallGraph resolve() {
        // Each by itself, by whatever thread.
        code.methods().parallelStream().forEach(this::findTargets);
        List<CallSite> blocking = new ArrayList<>();
        for (Method method : code.methods()) {
            for (CallSite call : code.facts(method).calls()) {
                judgeStream(call);
                judgeMemory(call);
                judgeContract(call);
                if (graph.kind(call) != null) {
                    blocking.add(call);
                }
                graph.targets(call).forEach(target -> graph.calledBy(target, call));
            }
        }
        for (CallSite call : blocking) {
            if (isNonBlocking(call)) {
                graph.blocksFor(call, null);
            }
        }
        return graph.build();
    }

    private void findTargets(Method method) {
        for (CallSite call : code.facts(method).calls()) {
            if (!method.owner().isJdk() && unblocks(call)) {
                unblocking.add(home(method.owner()));
            }
            BlockingKind kind = graph.kind(call);
            if (ClojureCalls.reflects(call)) {
                reflect(call);
            } else if (!graph.isSkipped(call) && (kind == null || kind == BlockingKind.STREAM)) {
                List<Method> found = targets(call, kind);
                if (!found.isEmpty()) {
                    graph.runs(call, found);
                }
            }
        }
    }

    private void reflect(CallSite call) {
        BlockingKind kind = reflections.kind(call, models.table());
        List<Method> found = kind == null ? reflections.targets(call) : List.of();
        if (kind != null) {
            graph.blocksFor(call, kind);
        } else if (found.size() > Limits.Calls.TARGETS) {
            graph.runsOneOf(call, found.size());
        } else {
            graph.runs(call, found);
        }
    }

    private static boolean unblocks(CallSite call) {
        return call.signature().name().equals("configureBlocking")
                && call.argument(0) == AbstractValue.FALSE
                && call.declared().isBelow(SELECTABLE);
    }

    // Its package in its artifact.
    private static String home(Type type) {
        return type.artifact().name() + " "
                + type.name().substring(0, type.name().lastIndexOf('/') + 1);
    }

    private List<Method> targets(CallSite call, @Nullable BlockingKind kind) {
        Method direct = code.direct(call);
        if (direct != null) {
            return direct.isAbstract() ? List.of() : direct.alone();
        }
        if (call.how() != How.VIRTUAL) {
            return List.of();
        }
        List<Method> exact = exact(types.of(call.receiver()), call);
        boolean handed = ClojureCalls.isOnHanded(call);
        if (!exact.isEmpty() && !(handed && exact.size() > 1)) {
            return exact;
        }
        VirtualCall virtual = code.virtual(call);
        // What a library's function calls on what it is handed is told where that is handed in.
        if (handed && virtual != null && virtual.targets().size() > 1) {
            graph.runsOneOf(call, virtual.targets().size());
            return List.of();
        }
        if (virtual == null || kind == BlockingKind.STREAM) {
            return List.of();
        }
        List<Method> functions = ClojureCalls.isOnFunction(call) ? functions(call) : List.of();
        if (!functions.isEmpty()) {
            return functions;
        }
        if (virtual.targets().size() > Limits.Calls.TARGETS) {
            graph.runsOneOf(call, virtual.targets().size());
            return List.of();
        }
        return virtual.targets();
    }

    // The functions of Clojure that the receiver is known to be, where it may be others as well: what a var holds, what
    // is handed to the function that made it.
    private List<Method> functions(CallSite call) {
        Set<Method> found = new LinkedHashSet<>();
        AbstractValue receiver = AbstractValue.bare(call.receiver());
        List<AbstractValue> values = receiver instanceof AbstractValue.FieldRead read
                ? read.field().is(AccessFlag.STATIC) ? code.writes(read.field()) : List.of()
                : ClojureCalls.callable(receiver);
        for (AbstractValue value : values) {
            for (AbstractValue member : AbstractValue.members(AbstractValue.bare(value))) {
                if (AbstractValue.bare(member) instanceof AbstractValue.New made
                        && made.type().isClojureFunction()) {
                    Method method = made.type().resolve(call.signature());
                    if (method != null && !method.isAbstract() && code.isReached(method)) {
                        found.add(method);
                    }
                }
            }
        }
        return found.size() > Limits.Calls.TARGETS ? List.of() : List.copyOf(found);
    }

    // What a call runs on objects of these classes; empty where not all are known.
    private static List<Method> exact(TypeSet types, CallSite call) {
        if (!types.isClosed()) {
            return List.of();
        }
        Set<Method> exact = new LinkedHashSet<>();
        for (Type type : types.exact()) {
            Method method = type.resolve(call.signature());
            if (method != null && !method.isAbstract()) {
                exact.add(method);
            }
        }
        return List.copyOf(exact);
    }

    // A library's own stream class is followed; a stream in memory does not block; of a stream that is a
    // parameter the callers tell.
    private void judgeStream(CallSite call) {
        if (graph.kind(call) != BlockingKind.STREAM) {
            return;
        }
        List<Method> targets = graph.targets(call);
        boolean own = !targets.isEmpty()
                && targets.stream().noneMatch(target -> target.owner().isJdk());
        AbstractValue stream = MemoryStreams.of(call);
        if (own || !streams.leavesTheProcess(stream) || AbstractValue.bare(stream) instanceof AbstractValue.Parameter) {
            graph.blocksFor(call, null);
        }
        if (!own) {
            graph.runs(call, List.of());
        }
    }

    private void judgeMemory(CallSite call) {
        if (graph.kind(call) == null
                && !graph.isSkipped(call)
                && !call.caller().owner().isJdk()
                && (usesMemory(call) || wrapsMemory(call))) {
            graph.skip(call);
            graph.runs(call, List.of());
        }
    }

    // To close or flush one of the JDK's streams that ends in memory runs the code of wrappers alone, though
    // the class of what they wrap may be any.
    private boolean usesMemory(CallSite call) {
        return call.how() == How.VIRTUAL
                && call.declared().isJdk()
                && runsTheJdks(call)
                && memory.isStream(call.receiver())
                && memory.inMemory(call.receiver());
    }

    // A subclass that is not the JDK's has methods of its own, unless the targets show that it inherits this
    // one.
    private boolean runsTheJdks(CallSite call) {
        return models.receiverType(call).isJdk()
                || !graph.targets(call).isEmpty()
                        && graph.targets(call).stream()
                                .allMatch(target -> target.owner().isJdk());
    }

    // Some wrappers read or write a header when they are made, as an ObjectOutputStream does.
    private boolean wrapsMemory(CallSite call) {
        return call.makesObject()
                && WRAPPERS.stream().anyMatch(call.declared().name()::startsWith)
                && memory.getsMemory(call, null);
    }

    private void judgeContract(CallSite call) {
        if (graph.kind(call) != null || graph.isSkipped(call)) {
            return;
        }
        BlockingKind asks = clients.kind(call);
        if (asks != null) {
            graph.blocksFor(call, asks);
        } else if (call.how() == How.VIRTUAL && graph.targets(call).isEmpty()) {
            Method declared = call.declared().resolve(call.signature());
            if (declared == null
                    ? BlockingContracts.mayBlock(call)
                    : declared.isAbstract()
                            && (BlockingContracts.isRemote(call.declared(), declared)
                                    || BlockingContracts.mayBlock(declared) && !memory.getsMemory(call, null))) {
                graph.blocksFor(call, BlockingKind.CONTRACT);
            }
        }
    }

    // Asked when all callers are known.
    private boolean isNonBlocking(CallSite call) {
        BlockingKind kind = graph.kind(call);
        return usesNonBlockingChannel(call, kind)
                || kind == BlockingKind.PARK && BoundlessQueues.hasRoom(call, graph)
                || kind == BlockingKind.STREAM
                        && (memory.flushesNothing(call)
                                || !call.declared().name().equals("java/util/Properties")
                                        && GivenStreams.of(call) != null
                                        && files.isOfFile(MemoryStreams.of(call)))
                || kind == BlockingKind.CLOSE && SilentCloses.closesSilently(call, graph);
    }

    private boolean usesNonBlockingChannel(CallSite call, @Nullable BlockingKind kind) {
        Type caller = call.caller().owner();
        return (kind == BlockingKind.NETWORK || kind == BlockingKind.STREAM)
                && !caller.isJdk()
                && (SelectorChannels.isSelected(
                                kind == BlockingKind.STREAM ? MemoryStreams.of(call) : call.receiver(), graph)
                        || kind == BlockingKind.NETWORK
                                && call.declared().isBelow(SELECTABLE)
                                && unblocking.contains(home(caller)));
    }
}
