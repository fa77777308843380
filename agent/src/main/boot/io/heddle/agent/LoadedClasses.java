package io.heddle.agent;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// The classes that the target runs, and the byte code of those that no file has: what a language compiles, and a
/// framework generates, while the service runs. A class is asked for by a retransformation that changes nothing.
///
/// Files are written by [DataOutputStream] and as a zip; `io.heddle.check.process` reads them.
final class LoadedClasses {

    /// The entry with the roots of Clojure's vars.
    private static final String ROOTS = "META-INF/heddle/clojure-roots";
    /// A JVM stops all threads for each call.
    private static final int AT_ONCE = 200;

    private LoadedClasses() {}

    /// Writes for each class its name, and where its code comes from: a URL, or an empty text.
    static void list(Instrumentation instrumentation, File to) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(to)))) {
            for (Class<?> type : own(instrumentation)) {
                out.writeBoolean(true);
                out.writeUTF(type.getName());
                out.writeUTF(location(type));
            }
            out.writeBoolean(false);
        }
    }

    /// Writes the class files of those whose names a file has, as far as the JVM gives them, and what the vars of
    /// Clojure hold.
    static void read(Instrumentation instrumentation, File names, File to) throws IOException {
        Set<String> wanted = names(names);
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type : own(instrumentation)) {
            if (wanted.contains(type.getName())) {
                types.add(type);
            }
        }
        Map<String, byte[]> found = bytes(instrumentation, types);
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(to)))) {
            for (Map.Entry<String, byte[]> one : found.entrySet()) {
                zip.putNextEntry(new ZipEntry(one.getKey() + ".class"));
                zip.write(one.getValue());
                zip.closeEntry();
            }
            zip.putNextEntry(new ZipEntry(ROOTS));
            DataOutputStream out = new DataOutputStream(zip);
            for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                if (type.getName().equals(ClojureRoots.NAMESPACE)) {
                    new ClojureRoots(type).write(out);
                }
            }
            out.writeBoolean(false);
            out.flush();
            zip.closeEntry();
        }
    }

    private static Set<String> names(File file) throws IOException {
        Set<String> names = new HashSet<>();
        try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
            while (in.readBoolean()) {
                names.add(in.readUTF());
            }
        }
        return names;
    }

    // Not the JDK's, nor what it makes of an interface alone: they have no code of a program.
    private static List<Class<?>> own(Instrumentation instrumentation) {
        Set<ClassLoader> jdk = new HashSet<>();
        for (ClassLoader loader = ClassLoader.getSystemClassLoader().getParent();
                loader != null;
                loader = loader.getParent()) {
            jdk.add(loader);
        }
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            ClassLoader loader = type.getClassLoader();
            if (loader != null
                    && !jdk.contains(loader)
                    && !type.isArray()
                    && instrumentation.isModifiableClass(type)
                    && !Proxy.isProxyClass(type)) {
                types.add(type);
            }
        }
        return types;
    }

    private static String location(Class<?> type) {
        ProtectionDomain domain = type.getProtectionDomain();
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source == null || source.getLocation() == null
                ? ""
                : source.getLocation().toString();
    }

    private static Map<String, byte[]> bytes(Instrumentation instrumentation, List<Class<?>> types) {
        Map<String, byte[]> found = Collections.synchronizedMap(new HashMap<String, byte[]>());
        Set<Class<?>> wanted = new HashSet<>(types);
        ClassFileTransformer reader = new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    ClassLoader loader,
                    String name,
                    @Nullable Class<?> redefined,
                    ProtectionDomain domain,
                    byte[] bytes) {
                if (redefined != null && wanted.contains(redefined)) {
                    found.put(name, bytes.clone());
                }
                // The class stays as it is.
                return null;
            }
        };
        instrumentation.addTransformer(reader, true);
        try {
            for (int from = 0; from < types.size(); from += AT_ONCE) {
                retransform(instrumentation, types.subList(from, Math.min(types.size(), from + AT_ONCE)));
            }
        } finally {
            instrumentation.removeTransformer(reader);
        }
        return found;
    }

    // One that the JVM refuses is left out, and found to be missing.
    private static void retransform(Instrumentation instrumentation, List<Class<?>> types) {
        try {
            instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
            for (Class<?> type : types) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (UnmodifiableClassException | RuntimeException | LinkageError refused) {
                    continue;
                }
            }
        }
    }
}
