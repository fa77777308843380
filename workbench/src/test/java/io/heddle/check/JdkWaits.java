package io.heddle.check;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// The public methods of a JDK's utilities for concurrency, and of its pipes, whose code leads to a wait: a walk
/// backwards from where a thread parks or waits. It goes through no lock of java.util.concurrent: what the JDK itself
/// holds one for is short.
final class JdkWaits {

    private static final List<String> PACKAGES =
            List.of("java/util/concurrent", "java/util/concurrent/locks", "java/io");
    private static final List<Named> WAITS = List.of(
            new Named("jdk/internal/misc/Unsafe", "park", "(ZJ)V"),
            new Named("java/util/concurrent/locks/LockSupport", "park", "()V"),
            new Named("java/util/concurrent/locks/LockSupport", "parkNanos", "(J)V"),
            new Named("java/util/concurrent/ForkJoinPool$ManagedBlocker", "block", "()Z"),
            new Named("java/lang/Thread", "join", "()V"),
            new Named("java/lang/Object", "wait", "()V"),
            new Named("java/lang/Object", "wait", "(J)V"));

    private final Map<String, ClassModel> classes = new TreeMap<>();
    private final Map<Named, Set<Named>> callers = new HashMap<>();
    private final Map<String, List<String>> below = new HashMap<>();

    /// @param owner internal name
    record Named(String owner, String name, String descriptor) {

        /// Simple, as `Semaphore.acquire`.
        String brief() {
            return owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
        }
    }

    JdkWaits(Path home) throws IOException {
        try (FileSystem jrt = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
            for (String each : PACKAGES) {
                String which = each.equals("java/io") ? "Piped*.class" : "*.class";
                try (DirectoryStream<Path> files =
                        Files.newDirectoryStream(jrt.getPath("modules", "java.base", each), which)) {
                    for (Path file : files) {
                        ClassModel read = ClassFile.of().parse(Files.readAllBytes(file));
                        classes.put(read.thisClass().asInternalName(), read);
                    }
                }
            }
        }
        for (ClassModel type : classes.values()) {
            type.superclass().ifPresent(above -> extend(above, type));
            type.interfaces().forEach(above -> extend(above, type));
        }
        classes.values().forEach(type -> type.methods().forEach(method -> look(type, method)));
    }

    private ClassModel type(String name) {
        return Objects.requireNonNull(classes.get(name), name);
    }

    private void extend(ClassEntry above, ClassModel type) {
        below.computeIfAbsent(above.asInternalName(), _ -> new ArrayList<>())
                .add(type.thisClass().asInternalName());
    }

    private void look(ClassModel type, MethodModel method) {
        Named from = named(type, method);
        method.code()
                .ifPresent(code -> code.forEach(element -> {
                    if (element instanceof InvokeInstruction call) {
                        Named to = new Named(
                                call.owner().asInternalName(),
                                call.name().stringValue(),
                                call.type().stringValue());
                        boolean virtual =
                                call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE;
                        run(to, virtual)
                                .forEach(target -> callers.computeIfAbsent(target, _ -> new LinkedHashSet<>())
                                        .add(from));
                    }
                }));
    }

    private static Named named(ClassModel type, MethodModel method) {
        return new Named(
                type.thisClass().asInternalName(),
                method.methodName().stringValue(),
                method.methodType().stringValue());
    }

    // The method itself, and where its class is not public all that override it.
    private List<Named> run(Named method, boolean virtual) {
        List<Named> found = new ArrayList<>();
        ClassModel at = classes.get(method.owner);
        while (at != null && !declares(at, method)) {
            at = at.superclass()
                    .map(above -> classes.get(above.asInternalName()))
                    .orElse(null);
        }
        found.add(at == null ? method : new Named(at.thisClass().asInternalName(), method.name, method.descriptor));
        ClassModel type = classes.get(method.owner);
        if (virtual && type != null && !type.flags().has(AccessFlag.PUBLIC)) {
            override(method.owner, method, found);
        }
        return found;
    }

    private void override(String type, Named method, List<Named> found) {
        for (String each : below.getOrDefault(type, List.of())) {
            if (declares(type(each), method)) {
                found.add(new Named(each, method.name, method.descriptor));
            }
            override(each, method, found);
        }
    }

    private static boolean declares(ClassModel type, Named method) {
        return type.methods().stream()
                .anyMatch(each -> each.methodName().equalsString(method.name)
                        && each.methodType().equalsString(method.descriptor));
    }

    /// What anybody can call and waits, also as public subclasses inherit it.
    List<Named> waiting() {
        Deque<Named> open = new ArrayDeque<>(WAITS);
        Set<Named> seen = new LinkedHashSet<>(open);
        while (!open.isEmpty()) {
            for (Named caller : callers.getOrDefault(open.poll(), Set.of())) {
                if (seen.add(caller) && !isLock(caller)) {
                    open.add(caller);
                }
            }
        }
        Set<Named> api = new LinkedHashSet<>();
        for (ClassModel type : classes.values()) {
            for (MethodModel method : type.methods()) {
                Named one = named(type, method);
                if (seen.contains(one)
                        && method.flags().has(AccessFlag.PUBLIC)
                        && !one.name.startsWith("<")
                        && !isLock(one)) {
                    inherit(one, one.owner, method.flags().has(AccessFlag.STATIC), api);
                }
            }
        }
        return List.copyOf(api);
    }

    private void inherit(Named method, String type, boolean isStatic, Set<Named> api) {
        if (isPublic(type)) {
            api.add(new Named(type, method.name, method.descriptor));
        }
        for (String each : isStatic ? List.<String>of() : below.getOrDefault(type, List.of())) {
            if (!declares(type(each), method)) {
                inherit(method, each, false, api);
            }
        }
    }

    private static boolean isLock(Named method) {
        return method.owner.matches("java/util/concurrent/locks/(Reentrant|Stamped).*");
    }

    private boolean isPublic(String type) {
        ClassModel known = classes.get(type);
        int nested = type.lastIndexOf('$');
        return known != null
                && known.flags().has(AccessFlag.PUBLIC)
                && (nested < 0 || isPublic(type.substring(0, nested)));
    }

    /// A class with a static synchronized method for each of some methods, which calls it on what it is given: `m0`,
    /// `m1` and so on.
    byte[] callsUnderMonitor(List<Named> methods) {
        int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNCHRONIZED;
        return ClassFile.of().build(ClassDesc.of("Calls"), type -> {
            type.withVersion(ClassFile.JAVA_21_VERSION, 0).withFlags(AccessFlag.PUBLIC);
            for (int i = 0; i < methods.size(); i++) {
                Named method = methods.get(i);
                List<ClassDesc> given = new ArrayList<>(
                        MethodTypeDesc.ofDescriptor(method.descriptor).parameterList());
                boolean isStatic = isStatic(method);
                if (!isStatic) {
                    given.addFirst(ClassDesc.ofInternalName(method.owner));
                }
                type.withMethodBody(
                        "m" + i,
                        MethodTypeDesc.of(ConstantDescs.CD_void, given),
                        flags,
                        code -> call(code, method, given, isStatic));
            }
        });
    }

    private boolean isStatic(Named method) {
        return type(method.owner).methods().stream()
                .anyMatch(each -> each.methodName().equalsString(method.name)
                        && each.methodType().equalsString(method.descriptor)
                        && each.flags().has(AccessFlag.STATIC));
    }

    private void call(CodeBuilder code, Named method, List<ClassDesc> given, boolean isStatic) {
        int at = 0;
        for (ClassDesc each : given) {
            code.loadLocal(TypeKind.from(each), at);
            at += TypeKind.from(each).slotSize();
        }
        boolean isInterface = type(method.owner).flags().has(AccessFlag.INTERFACE);
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.descriptor);
        ClassDesc owner = ClassDesc.ofInternalName(method.owner);
        code.invoke(
                isStatic ? Opcode.INVOKESTATIC : isInterface ? Opcode.INVOKEINTERFACE : Opcode.INVOKEVIRTUAL,
                owner,
                method.name,
                type,
                isInterface);
        switch (TypeKind.from(type.returnType()).slotSize()) {
            case 0 -> {}
            case 1 -> code.pop();
            default -> code.pop2();
        }
        code.return_();
    }
}
