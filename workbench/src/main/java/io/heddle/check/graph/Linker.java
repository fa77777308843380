package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Says of each call what it may run, now that all classes are known of which there are objects.
final class Linker {

    /// A call that may run more methods than this is unknown: it is counted and not followed.
    private static final int MOST_TARGETS = 10;
    private static final String SELECTABLE = "java.nio.channels.SelectableChannel";

    private final Classifier classifier;
    private final Streams streams;
    private final Flow flow;
    /// Packages of the JDK's streams that write at once when they are made around another.
    private static final List<String> WRAPPERS = List.of("java/io/", "java/util/zip/", "java/util/jar/");

    /// Packages whose code makes channels so that they do not block.
    private final Set<String> unblocking = ConcurrentHashMap.newKeySet();

    Linker(Classifier classifier, Streams streams, Flow flow) {
        this.classifier = classifier;
        this.streams = streams;
        this.flow = flow;
    }

    void link(List<Method> reached) {
        // Each by itself, by whatever thread.
        reached.parallelStream().forEach(this::findTargets);
        List<Call> waiting = new ArrayList<>();
        for (Method method : reached) {
            for (Call call : method.body.calls()) {
                judgeStream(call);
                judgeMemory(call);
                judgeContract(call);
                if (call.sink != null) {
                    waiting.add(call);
                }
                if (call.normal) {
                    call.targets.forEach(target -> target.calledBy(call));
                }
            }
        }
        for (Call call : waiting) {
            judgeChannel(call);
            if (call.sink == Kind.PARK && Readiness.hasRoom(call)
                    || call.sink == Kind.STREAM && streams.flushesNothing(call)
                    || call.sink == Kind.CLOSE && Sockets.closesSilently(call)) {
                call.sink = null;
            }
        }
    }

    private void findTargets(Method method) {
        for (Call call : method.body.calls()) {
            if (!method.owner.isJdk() && unblocks(call)) {
                unblocking.add(home(method.owner));
            }
            if (!call.cut && (call.sink == null || call.sink == Kind.STREAM)) {
                call.targets = targets(call);
            }
        }
    }

    private static boolean unblocks(Call call) {
        return call.signature.name().equals("configureBlocking")
                && call.argument(0) == Value.FALSE
                && call.declared.isBelow(SELECTABLE);
    }

    // Its package in its artifact.
    private static String home(Type type) {
        return type.artifact.name() + " " + type.name.substring(0, type.name.lastIndexOf('/') + 1);
    }

    private List<Method> targets(Call call) {
        Method direct = call.direct;
        if (direct != null) {
            return direct.isAbstract() ? List.of() : direct.alone();
        }
        if (call.how != How.VIRTUAL) {
            return List.of();
        }
        List<Method> exact = exact(flow.types(call.receiver()), call);
        if (!exact.isEmpty()) {
            return exact;
        }
        if (call.sink == Kind.STREAM) {
            return List.of();
        }
        List<Method> targets = classifier.selector(call).all();
        if (targets.size() > MOST_TARGETS) {
            call.unknown = targets.size();
            return List.of();
        }
        return targets;
    }

    // What a call runs on objects of these classes; empty where they are not all known.
    private static List<Method> exact(Types types, Call call) {
        if (!types.known()) {
            return List.of();
        }
        Set<Method> exact = new LinkedHashSet<>();
        for (Type type : types.exact()) {
            Method method = type.resolve(call.signature);
            if (method != null && !method.isAbstract()) {
                exact.add(method);
            }
        }
        return List.copyOf(exact);
    }

    // A stream of a library's own class is followed; one in memory does not block; one that is a parameter is the
    // caller's to judge.
    private void judgeStream(Call call) {
        if (call.sink != Kind.STREAM) {
            return;
        }
        boolean own = !call.targets.isEmpty() && call.targets.stream().noneMatch(target -> target.owner.isJdk());
        Value stream = Streams.of(call);
        if (own || !leadsOut(stream) || Value.bare(stream) instanceof Value.Parameter) {
            call.sink = null;
        }
        call.targets = own ? call.targets : List.of();
    }

    private void judgeMemory(Call call) {
        if (call.sink == null && !call.cut && !call.caller.owner.isJdk() && (usesMemory(call) || wrapsMemory(call))) {
            call.cut = true;
            call.targets = List.of();
        }
    }

    // Closing or flushing a stream of the JDK that ends in memory runs wrappers' code alone, though the class of
    // what they wrap might be any.
    private boolean usesMemory(Call call) {
        return call.how == How.VIRTUAL
                && call.declared.isJdk()
                && runsJdks(call)
                && streams.isStream(call.receiver())
                && streams.inMemory(call.receiver());
    }

    // What is below a type that is not the JDK's is none of the JDK's either, but for what it has from there.
    private boolean runsJdks(Call call) {
        return classifier.receiverType(call).isJdk()
                || !call.targets.isEmpty() && call.targets.stream().allMatch(target -> target.owner.isJdk());
    }

    // So does the making of a wrapper that writes at once how what follows is to be read, as one of objects does.
    private boolean wrapsMemory(Call call) {
        return call.makesObject()
                && WRAPPERS.stream().anyMatch(call.declared.name::startsWith)
                && streams.getsMemory(call, null);
    }

    // Which channels a field holds, and who passes them, is known only now, and what a package does with the
    // channels that it makes.
    private void judgeChannel(Call call) {
        boolean uses = call.sink == Kind.NETWORK || call.sink == Kind.STREAM;
        Type caller = call.caller.owner;
        if (uses
                && !caller.isJdk()
                && (Classifier.isSelected(call.sink == Kind.STREAM ? Streams.of(call) : call.receiver())
                        || call.sink == Kind.NETWORK
                                && call.declared.isBelow(SELECTABLE)
                                && unblocking.contains(home(caller)))) {
            call.sink = null;
        }
    }

    private void judgeContract(Call call) {
        if (call.sink == null && !call.cut && call.how == How.VIRTUAL && call.targets.isEmpty()) {
            Method declared = call.declared.resolve(call.signature);
            if (declared == null
                    ? Classifier.blocksByContract(call)
                    : declared.isAbstract()
                            && Classifier.blocksByContract(declared)
                            && !streams.getsMemory(call, null)) {
                call.sink = Kind.CONTRACT;
            }
        }
    }

    /// Whether it reads or writes a stream that is a parameter.
    boolean isStream(Call call) {
        return Value.bare(Streams.of(call)) instanceof Value.Parameter && streams.uses(call);
    }

    /// Whether an argument is a stream that may block.
    boolean mayBlock(Value stream) {
        return leadsOut(stream) && !Classifier.isSelected(stream);
    }

    private boolean leadsOut(Value stream) {
        return Value.bare(stream) != Value.NULL && !streams.inMemory(stream);
    }
}
