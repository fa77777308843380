package io.heddle.fix.lock;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.LockSet;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.intra.MethodFacts.MonitorEnter;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The classes of a target and all the places where they use monitors, whether a request reaches them or not.
public final class Program implements AutoCloseable {

    private static final Set<String> SIGNALS = Set.of("wait", "notify", "notifyAll");
    private static final String OBJECT = "java/lang/Object";

    private final JdkImage image;
    private final ClassHierarchy hierarchy;
    private final CodeReader reader;
    private final List<Type> types = new ArrayList<>();
    private final Collection<String> names;
    private final Map<Method, MethodFacts> facts = new LinkedHashMap<>();
    private final List<MonitorSite> sites = new ArrayList<>();
    private final OwnObjects owned;

    /// @param files of the target first, then its libraries
    /// @param targets how many of the files are the target's own
    /// @param world in an application, an interface that one class implements stands for that class
    public Program(List<Path> files, int targets, World world) {
        Unreadables unreadables = new Unreadables();
        int jdk = Runtime.version().feature();
        ArchiveReader archives = new ArchiveReader(jdk, Map.of(), unreadables);
        for (int i = 0; i < files.size(); i++) {
            archives.add(files.get(i), i < targets ? Role.TARGET : Role.LIBRARY);
        }
        this.image = JdkImage.running();
        this.hierarchy = new ClassHierarchy(new ClassFinder(archives.classPath(), image), unreadables, List.of(jdk));
        this.reader = new CodeReader(hierarchy);
        this.names = archives.classPath().names();
        archives.classPath().targets().stream().map(hierarchy::type).forEach(types::add);
        for (Type type : types) {
            for (Method method : List.copyOf(type.methods())) {
                read(method);
            }
        }
        this.owned = new OwnObjects(reader, facts.values());
        SoleImplementers implementers = new SoleImplementers(types, facts.values());
        sites.replaceAll(site -> resolved(site, world, implementers));
    }

    private MonitorSite resolved(MonitorSite site, World world, SoleImplementers implementers) {
        LockObject object = resolved(site.object(), world, implementers);
        return new MonitorSite(
                site.method(),
                site.kind(),
                site.line(),
                object,
                object instanceof LockObject.Instance && !object.equals(site.object()),
                site.outer().stream()
                        .map(outer -> resolved(outer, world, implementers))
                        .toList());
    }

    private LockObject resolved(LockObject object, World world, SoleImplementers implementers) {
        LockObject known = object instanceof LockObject.Guard guard
                        && owned.of(guard.field()).isEmpty()
                ? new LockObject.Other(Signature.className(guard.field().descriptor()))
                : object;
        if (world == World.APPLICATION && known instanceof LockObject.Other other) {
            Type type = hierarchy.type(other.type());
            if (isOwn(type) && type.isInterface()) {
                return implementers
                        .of(type)
                        .<LockObject>map(LockObject.Instance::new)
                        .orElse(known);
            }
        }
        return known;
    }

    /// The classes of the objects that a field holds for itself; empty where it does not.
    List<Type> owned(Field field) {
        return owned.of(field);
    }

    private void read(Method method) {
        if (method.isSynchronized()) {
            sites.add(new MonitorSite(method, MonitorSite.Kind.METHOD, firstLine(method), ofMethod(method), List.of()));
        }
        MethodFacts known;
        try {
            known = reader.interpret(method);
        } catch (RuntimeException damaged) {
            return;
        }
        facts.put(method, known);
        Map<Integer, LockObject> entered = new HashMap<>();
        if (known.holds()) {
            List<MonitorEnter> enters = reader.monitors(method);
            enters.forEach(enter -> entered.put(enter.offset(), object(enter)));
            for (MonitorEnter enter : enters) {
                sites.add(new MonitorSite(
                        method,
                        MonitorSite.Kind.BLOCK,
                        enter.line(),
                        object(enter),
                        outer(method, enter.outer(), entered)));
            }
        }
        known.calls().stream().filter(Program::isSignal).forEach(call -> sites.add(signal(call, entered)));
    }

    private static LockObject ofMethod(Method method) {
        return method.isStatic() ? new LockObject.ClassObject(method.owner()) : new LockObject.Instance(method.owner());
    }

    private LockObject object(MonitorEnter enter) {
        return enter.literal().isEmpty()
                ? object(enter.object())
                : new LockObject.ClassObject(hierarchy.type(enter.literal()));
    }

    private static int firstLine(Method method) {
        io.heddle.analysis.classfile.CodeBytes code = method.code();
        return code == null ? 0 : code.lines().first();
    }

    private static boolean isSignal(CallSite call) {
        String name = call.signature().name();
        return SIGNALS.contains(name) && isOfObject(call) || isHoldsLock(call);
    }

    private static boolean isOfObject(CallSite call) {
        Method resolved = call.declared().resolve(call.signature());
        return resolved == null || resolved.owner().name().equals(OBJECT);
    }

    private static boolean isHoldsLock(CallSite call) {
        return call.name().equals("java.lang.Thread.holdsLock");
    }

    /// @param entered the monitors that its method enters, by offset
    private MonitorSite signal(CallSite call, Map<Integer, LockObject> entered) {
        MonitorSite.Kind kind = isHoldsLock(call)
                ? MonitorSite.Kind.HOLDS_LOCK
                : !call.signature().name().equals("wait")
                        ? MonitorSite.Kind.NOTIFY
                        : switch (call.parameters()) {
                            case 0 -> MonitorSite.Kind.WAIT;
                            case 1 ->
                                PositiveTimeouts.isPositive(call)
                                        ? MonitorSite.Kind.TIMED_WAIT
                                        : MonitorSite.Kind.UNSURE_WAIT;
                            default -> MonitorSite.Kind.PRECISE_WAIT;
                        };
        AbstractValue value = isHoldsLock(call) ? call.argument(0) : call.receiver();
        return new MonitorSite(
                call.caller(), kind, call.line(), object(value), outer(call.caller(), call.held(), entered));
    }

    private List<LockObject> outer(Method method, @Nullable LockSet held, Map<Integer, LockObject> entered) {
        List<LockObject> outer = new ArrayList<>();
        for (LockSet at = held; at != null; at = at.outer()) {
            LockObject known = at.offset() < 0 ? ofMethod(method) : entered.get(at.offset());
            outer.add(known == null ? object(at.object()) : known);
        }
        return List.copyOf(outer);
    }

    private LockObject object(AbstractValue value) {
        AbstractValue bare = AbstractValue.bare(value);
        Field field = reader.field(value);
        if (field != null
                && field.descriptor().equals("L" + OBJECT + ";")
                && isOwn(field.owner())
                && !field.is(AccessFlag.SYNTHETIC)) {
            return new LockObject.Held(field);
        }
        if (field != null
                && isOwn(field.owner())
                && !field.is(AccessFlag.SYNTHETIC)
                && field.descriptor().startsWith("L")
                && !isOwn(hierarchy.type(Signature.className(field.descriptor())))) {
            return new LockObject.Guard(field);
        }
        Type type = AbstractValue.declared(value instanceof AbstractValue.Cast ? value : bare, hierarchy);
        return type == null
                ? new LockObject.Other(OBJECT)
                : isOwn(type) && !type.isInterface()
                        ? new LockObject.Instance(type)
                        : new LockObject.Other(type.name());
    }

    private static boolean isOwn(Type type) {
        return type.isTarget();
    }

    /// Every use of a monitor by the target's own classes.
    List<MonitorSite> sites() {
        return sites;
    }

    /// The target's own classes.
    public List<Type> types() {
        return types;
    }

    /// Those of them that were compiled from one file.
    ///
    /// @param packageName with slashes
    public List<Type> ofSource(String packageName, String source) {
        return types.stream()
                .filter(type ->
                        packageName(type).equals(packageName) && type.source().equals(source))
                .toList();
    }

    /// With slashes; empty for the unnamed one.
    public static String packageName(Type type) {
        int slash = type.name().lastIndexOf('/');
        return slash < 0 ? "" : type.name().substring(0, slash);
    }

    public Type type(String binaryName) {
        return hierarchy.type(binaryName.replace('.', '/'));
    }

    /// Whether the class path has a class.
    boolean has(String internalName) {
        return names.contains(internalName);
    }

    public MethodFacts facts(Method method) {
        MethodFacts known = facts.get(method);
        return known == null ? interpreted(method) : known;
    }

    private MethodFacts interpreted(Method method) {
        try {
            return reader.interpret(method);
        } catch (RuntimeException damaged) {
            return MethodFacts.NONE;
        }
    }

    /// What tells of the target's methods.
    public Collection<Method> methods() {
        return facts.keySet();
    }

    public CodeReader reader() {
        return reader;
    }

    @Override
    public void close() {
        image.close();
    }
}
