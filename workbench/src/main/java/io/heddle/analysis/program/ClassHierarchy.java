package io.heddle.analysis.program;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.Descriptors;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.ClassEntry;
import io.heddle.check.read.ClassEntry.Published;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.Unreadables;
import io.heddle.check.read.Unreadables.Extent;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.model.ClojureNames;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// All classes that were needed, each read once. A class that is nowhere, or whose file is damaged, is a type
/// without methods.
///
/// Safe for threads: classes are read one after the other, and published when all that is above them is
/// known.
public final class ClassHierarchy {

    private static final Artifact NOWHERE = new Artifact("", Path.of(""), Artifact.Role.LIBRARY);
    /// Class files of Java 1 have the major version 45 (JVMS, table 4.1-A).
    private static final int BEFORE_FIRST = 44;
    /// Magic number, minor and major version (JVMS 4.1), in bytes.
    private static final int HEADER = 8;
    /// Arrays have the methods of `Object`.
    private static final String OBJECT = "java/lang/Object";

    private final ClassFinder finder;
    private final Unreadables unreadables;
    private final List<Integer> releases;
    private final Map<String, Type> types = new ConcurrentHashMap<>();
    /// One object for each string that many class files have.
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final Map<Named, Signature> signatures = new ConcurrentHashMap<>();
    /// The roots of Clojure's vars, by namespace and name.
    private final Map<Named, Field> roots = new HashMap<>();
    /// Classes whose superclasses are being read. A cyclic hierarchy ends at them.
    private final Map<String, Type> loading = new HashMap<>();
    private int depth;
    private final AtomicInteger typeIds = new AtomicInteger();
    private final AtomicInteger methodIds = new AtomicInteger();
    private final AtomicInteger callSiteIds = new AtomicInteger();
    private int fieldIds;
    private int classes;
    private int methods;

    /// @param releases of the JDK that are judged for, at least one
    public ClassHierarchy(ClassFinder finder, Unreadables unreadables, List<Integer> releases) {
        this.finder = finder;
        this.unreadables = unreadables;
        this.releases = releases;
    }

    /// Releases of the JDK that are judged for.
    public List<Integer> releases() {
        return releases;
    }

    /// Classes read so far, without the JDK's.
    public int classes() {
        return classes;
    }

    /// Methods of all classes read so far.
    public int methods() {
        return methods;
    }

    /// A number for a call that was found in the code of a method.
    public int nextCallSite() {
        return callSiteIds.getAndIncrement();
    }

    /// How many calls have a number.
    public int callSites() {
        return callSiteIds.get();
    }

    /// How many methods have a number.
    public int methodNumbers() {
        return methodIds.get();
    }

    /// The code that could not be read, so far.
    public List<UnreadCode> unread() {
        return unreadables.code();
    }

    // Written out: the generated methods of a record are slow until they are compiled.
    private record Named(String name, String descriptor) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Named named && name.equals(named.name()) && descriptor.equals(named.descriptor());
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + descriptor.hashCode();
        }
    }

    public Signature signature(String name, String descriptor) {
        Named named = new Named(name, descriptor);
        Signature known = signatures.get(named);
        return known == null
                ? signatures.computeIfAbsent(named, _ -> new Signature(name, descriptor, this::shared))
                : known;
    }

    /// One object for equal strings. Names of other classes are most of what class files consist of.
    public String shared(String text) {
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    /// @param name internal, such as `java/lang/String`; an array is taken for an object
    public Type type(String name) {
        String known = name.startsWith("[") ? OBJECT : name;
        Type type = types.get(known);
        return type == null ? loaded(known) : type;
    }

    private synchronized Type loaded(String name) {
        Type known = types.getOrDefault(name, loading.get(name));
        if (known != null) {
            return known;
        }
        boolean outermost = loading.isEmpty();
        depth++;
        try {
            return depth > Limits.Program.CLASSES_ABOVE ? tooDeep(name) : load(name);
        } finally {
            depth--;
            if (outermost) {
                types.putAll(loading);
                loading.clear();
            }
        }
    }

    // A class is read with what is above it, one call within another.
    private Type tooDeep(String name) {
        ClassEntry entry = finder.find(name);
        String why = "more than " + Limits.Program.CLASSES_ABOVE + " classes are below it";
        return entry == null ? missing(name, NOWHERE) : unread(name, entry, why);
    }

    private Type load(String name) {
        ClassEntry entry = finder.find(name);
        if (entry == null) {
            return missing(name, NOWHERE);
        }
        try {
            ClassBytes file = new ClassBytes(known(name, entry, entry.source().read()));
            if (!file.name().equals(name)) {
                unreadables.add(entry.place(), "it holds the class " + file.name());
                return missing(name, entry.artifact());
            }
            return define(name, file, entry);
        } catch (IOException e) {
            return unread(name, entry, Unreadables.reason(e));
        } catch (RuntimeException | StackOverflowError e) {
            // A class file may be damaged in as many ways as there are exceptions.
            return unread(name, entry, DamagedClass.why(e));
        }
    }

    private Type unread(String name, ClassEntry entry, String why) {
        unreadables.addCode(entry.place(), UnreadCode.ofClass(entry.artifact(), name, why));
        return missing(name, entry.artifact());
    }

    /// Tells of a method whose code cannot be read.
    public void unread(Method method, Throwable problem) {
        unreadables.addCode(
                method.qualifiedName(),
                new UnreadCode(
                        method.owner().artifact(),
                        method.owner().name(),
                        method.signature().toString(),
                        DamagedClass.isOfSubroutines(problem) ? Extent.SUBROUTINES : Extent.METHOD,
                        DamagedClass.why(problem)));
    }

    /// Tells of a class that cannot be read whole.
    public void unread(Type type, Throwable problem) {
        unreadables.addCode(
                type.binaryName(), UnreadCode.ofClass(type.artifact(), type.name(), DamagedClass.why(problem)));
    }

    /// The JDK's parser refuses class files that are newer than itself. The format grows and hardly changes:
    /// such a class is read as the newest that the parser knows, and reported.
    private byte[] known(String name, ClassEntry entry, byte[] bytes) {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || header.getInt(0) != ClassFile.MAGIC_NUMBER) {
            return bytes;
        }
        int major = Short.toUnsignedInt(header.getShort(HEADER - 2));
        int newest = ClassFile.latestMajorVersion();
        if (major <= newest) {
            return bytes;
        }
        String why = "it has classes for Java " + (major - BEFORE_FIRST)
                + ", newer than what Heddle runs on knows: what could be read of them was";
        unreadables.addCode(entry.artifact().file().toString(), UnreadCode.ofClass(entry.artifact(), name, why));
        byte[] older = bytes.clone();
        ByteBuffer.wrap(older).putShort(HEADER - 2, (short) newest);
        return older;
    }

    private Type missing(String name, Artifact artifact) {
        Type type =
                new Type(typeIds.getAndIncrement(), name, null, artifact, Published.UNKNOWN, AccessFlag.PUBLIC.mask());
        loading.put(name, type);
        return type;
    }

    // Attributes are read lazily. Damaged ones are to be found here, and not in the middle of a rule.
    private Method method(Type type, Signature signature, ClassBytes.Member method, ClassBytes file) {
        file.exceptions(method.attributes());
        file.allAnnotations(method.attributes());
        return new Method(
                methodIds.getAndIncrement(),
                type,
                signature,
                method.flags(),
                method.attributes(),
                !file.annotations(method.attributes()).isEmpty());
    }

    private Type define(String name, ClassBytes file, ClassEntry entry) {
        file.source();
        file.allAnnotations(file.attributes());
        Type type = new Type(typeIds.getAndIncrement(), name, file, entry.artifact(), entry.published(), file.flags());
        for (ClassBytes.Member method : file.methods()) {
            Signature signature = signature(method.name(), method.descriptor());
            type.declare(method(type, signature, method, file));
        }
        for (ClassBytes.Member field : file.fields()) {
            type.declare(new Field(
                    fieldIds++, type, field.name(), shared(Descriptors.ofField(field.descriptor())), field.flags()));
        }
        methods += type.methods().size();
        classes += type.isJdk() ? 0 : 1;
        // Registered before its superclasses are read, so that a cyclic hierarchy ends.
        loading.put(name, type);
        Type superclass = file.superclass().map(this::type).orElse(null);
        type.extend(superclass, List.of());
        type.extend(superclass, file.interfaces().stream().map(this::type).toList());
        return type;
    }

    /// The stub that stands for a lambda or a method reference: the one method of a class of its own, which
    /// implements the interface.
    ///
    /// @param number in the class that makes it
    public Method lambda(Method creator, int number, Type face, Signature called) {
        Type type = new Type(
                typeIds.getAndIncrement(),
                creator.owner().name() + "$$Lambda/" + number,
                null,
                creator.owner().artifact(),
                creator.owner().published(),
                AccessFlag.FINAL.mask());
        Method stub =
                new Method(methodIds.getAndIncrement(), type, called, AccessFlag.PUBLIC.mask(), Method.STUB, false);
        type.extend(type(OBJECT), List.of(face));
        type.declare(stub);
        return stub;
    }

    /// The root of a var of Clojure: a static field of the class that loads the namespace, which no class file
    /// declares.
    ///
    /// @param namespace as Clojure writes it
    /// @param name of the var in it, as Clojure writes it
    public Field root(String namespace, String name) {
        return root(type(ClojureNames.loader(namespace)), name);
    }

    /// A static field that no class file declares: what code in Clojure keeps under a name.
    public synchronized Field root(Type owner, String name) {
        return roots.computeIfAbsent(
                new Named(owner.name(), name),
                _ -> new Field(
                        fieldIds++,
                        owner,
                        shared(name),
                        "Ljava/lang/Object;",
                        AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask()));
    }

    /// The field that the code means; null when it is nowhere.
    public @Nullable Field field(String owner, String name) {
        return type(owner).field(name);
    }
}
