package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.DamagedClass;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.FileStreams;
import io.heddle.analysis.values.MemoryStreams;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells which calls on streams of the JDK run code that holds a monitor while it reads or writes, such as
/// `LineNumberReader.readLine`. Since JDK 21 some streams take a lock instead, `jdk.internal.misc.InternalLock`: where
/// the object is of the very class that makes one, or of one that `java.io.Reader` or `java.io.Writer` names for it. A
/// `PrintWriter` is none of them. For one thread.
final class JdkMonitors {

    private static final String LOCK = "jdk/internal/misc/InternalLock";

    private static final Set<String> TEXTS = Set.of("java/io/Reader", "java/io/Writer");

    private final ClassHierarchy hierarchy;
    private final CodeReader reader;
    private final TypePropagation types;
    private final FileStreams files;
    /// By class and method the one that holds, itself or one that it calls on itself.
    private final Map<Type, Map<Method, Optional<Method>>> known = new HashMap<>();
    /// The classes of JDK 24 and later take monitors, which no longer pin.
    private final boolean pins;

    JdkMonitors(ClassHierarchy hierarchy, CodeReader reader, TypePropagation types, FileStreams files) {
        this.hierarchy = hierarchy;
        this.reader = reader;
        this.types = types;
        this.files = files;
        this.pins = hierarchy.type(LOCK).present();
    }

    /// The method of the JDK that holds a monitor during a call which reads or writes a stream; null where none is
    /// known to, and where the carrier is held anyway, since the stream is a file's.
    @Nullable
    Method holder(CallSite call) {
        if (!pins || call.how() == CallSite.How.STATIC || call.caller().owner().isJdk()) {
            return null;
        }
        List<Type> exact = call.isOnItself()
                ? List.of(call.caller().owner())
                : types.of(call.receiver()).exact();
        Type declared = AbstractValue.declared(AbstractValue.bare(call.receiver()), hierarchy);
        Type type = exact.size() == 1 ? exact.getFirst() : declared == null ? call.declared() : declared;
        Method holder =
                holder(type, called(call, type), Limits.Calls.JDK_MONITOR).orElse(null);
        // What a server gives out as a PrintWriter is of a class of its own.
        return holder == null
                        || exact.size() != 1 && type.isJdk() && mayLock(facts(holder))
                        || files.isOfFile(MemoryStreams.of(call))
                ? null
                : holder;
    }

    private static @Nullable Method called(CallSite call, Type receiver) {
        return (call.how() == CallSite.How.SPECIAL ? call.declared() : receiver).resolve(call.signature());
    }

    private Optional<Method> holder(Type type, @Nullable Method method, int depth) {
        if (method == null || !method.owner().isJdk() || method.isAbstract() || method.isNative()) {
            return Optional.empty();
        }
        Map<Method, Optional<Method>> ofType = known.computeIfAbsent(type, _ -> new HashMap<>());
        Optional<Method> before = ofType.get(method);
        if (before == null) {
            // In a cycle of calls no method makes another one hold.
            ofType.put(method, Optional.empty());
            before = look(type, method, depth);
            ofType.put(method, before);
        }
        return before;
    }

    private Optional<Method> look(Type type, Method method, int depth) {
        MethodFacts facts = facts(method);
        if (facts.holds() && !(mayLock(facts) && takesLock(type))) {
            return Optional.of(method);
        }
        return depth == 0
                ? Optional.empty()
                : facts.calls().stream()
                        .filter(call -> call.isOnItself() && !call.makesObject())
                        .flatMap(call -> holder(type, called(call, type), depth - 1).stream())
                        .findFirst();
    }

    private static boolean mayLock(MethodFacts facts) {
        return facts.calls().stream().anyMatch(call -> call.declared().name().equals(LOCK));
    }

    // Whether an object of this class may be given such a lock when it is made.
    private boolean takesLock(Type type) {
        return type.isJdk()
                && (type.methods().stream().anyMatch(this::makesLock)
                        || type.above().stream()
                                .filter(above -> TEXTS.contains(above.name()))
                                .map(Type::file)
                                .anyMatch(file -> file != null && file.mentions(type.name())));
    }

    private boolean makesLock(Method method) {
        return facts(method).calls().stream()
                .anyMatch(call -> call.declared().name().equals(LOCK)
                        && call.signature().name().startsWith("newLock"));
    }

    private MethodFacts facts(Method method) {
        try {
            return reader.interpret(method);
        } catch (DamagedClass damaged) {
            return MethodFacts.NONE;
        }
    }
}
