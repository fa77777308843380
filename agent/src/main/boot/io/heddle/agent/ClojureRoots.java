package io.heddle.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the vars of Clojure hold: the classes of functions, of what functions capture, and of what maps, vectors and
/// multimethods hold. Only fields are read. No function of the service is called, and no sequence is computed.
///
/// A value is written as a kind, the name of its class and its parts: a byte, a text, a short, and so many values.
final class ClojureRoots {

    static final String NAMESPACE = "clojure.lang.Namespace";

    /// An object of which no more is told.
    private static final int OBJECT = 0;
    /// A function. Its parts are the fields of its class.
    private static final int FUNCTION = 1;
    private static final int MAP = 2;
    private static final int VECTOR = 3;
    /// Its parts are its methods.
    private static final int MULTIMETHOD = 4;

    private static final String IMPLEMENTATIONS = ":impls";
    private static final int DEEPEST = 6;
    private static final int MOST_PARTS = 200;
    /// Values, of all vars.
    private static final int MOST = 200_000;

    private final Class<?> namespace;
    private final Class<?> var;
    private final Class<?> function;
    private final Class<?> multimethod;
    private final Class<?> map;
    private final Class<?> vector;
    private int written;

    /// @param namespace the class of that name; a process may run several Clojures
    /// @throws IOException where it is not Clojure's
    ClojureRoots(Class<?> namespace) throws IOException {
        this.namespace = namespace;
        var = type("clojure.lang.Var");
        function = type("clojure.lang.AFunction");
        multimethod = type("clojure.lang.MultiFn");
        map = type("clojure.lang.APersistentMap");
        vector = type("clojure.lang.APersistentVector");
    }

    private Class<?> type(String name) throws IOException {
        try {
            return Class.forName(name, false, namespace.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /// Each is written as `true`, its namespace, its name and its value.
    void write(DataOutputStream out) throws IOException {
        try {
            Method mappings = namespace.getMethod("getMappings");
            Method root = var.getMethod("getRawRoot");
            Field space = var.getField("ns");
            Field symbol = var.getField("sym");
            for (Object next = namespace.getMethod("all").invoke(null); next != null; next = rest(next)) {
                Object one = first(next);
                for (Object each : ((Map<?, ?>) mappings.invoke(one)).values()) {
                    if (var.isInstance(each) && space.get(each) == one && written < MOST) {
                        Object value = root.invoke(each);
                        write(one, String.valueOf(symbol.get(each)), value, out);
                        if (map.isInstance(value)) {
                            writeImplementations(one, (Map<?, ?>) value, out);
                        }
                    }
                }
            }
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IOException(e);
        }
    }

    private void write(Object namespace, String name, @Nullable Object value, DataOutputStream out) throws IOException {
        out.writeBoolean(true);
        out.writeUTF(String.valueOf(namespace));
        out.writeUTF(name);
        write(value, 0, out);
    }

    // Of a protocol: by class, by the name of the method. Each is written as what the var of the method holds.
    private void writeImplementations(Object namespace, Map<?, ?> protocol, DataOutputStream out) throws IOException {
        for (Map.Entry<?, ?> entry : protocol.entrySet()) {
            if (String.valueOf(entry.getKey()).equals(IMPLEMENTATIONS) && map.isInstance(entry.getValue())) {
                for (Object methods : ((Map<?, ?>) entry.getValue()).values()) {
                    for (Map.Entry<?, ?> method : entries(methods)) {
                        write(namespace, String.valueOf(method.getKey()).substring(1), method.getValue(), out);
                    }
                }
            }
        }
    }

    private Collection<? extends Map.Entry<?, ?>> entries(@Nullable Object value) {
        return map.isInstance(value) ? ((Map<?, ?>) value).entrySet() : Collections.emptySet();
    }

    private static Object first(Object sequence) throws ReflectiveOperationException {
        return call(sequence, "first");
    }

    private static Object rest(Object sequence) throws ReflectiveOperationException {
        return call(sequence, "next");
    }

    private static Object call(Object sequence, String name) throws ReflectiveOperationException {
        return Class.forName("clojure.lang.ISeq", false, sequence.getClass().getClassLoader())
                .getMethod(name)
                .invoke(sequence);
    }

    private void write(@Nullable Object value, int depth, DataOutputStream out) throws IOException {
        written++;
        List<@Nullable Object> parts = new ArrayList<@Nullable Object>();
        int kind = OBJECT;
        if (depth < DEEPEST && written < MOST) {
            if (multimethod.isInstance(value)) {
                kind = MULTIMETHOD;
                addMethods(value, parts);
            } else if (function.isInstance(value)) {
                kind = FUNCTION;
                addFields(value, parts);
            } else if (map.isInstance(value)) {
                kind = MAP;
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    parts.add(entry.getKey());
                    parts.add(entry.getValue());
                }
            } else if (vector.isInstance(value)) {
                kind = VECTOR;
                parts.addAll((Collection<?>) value);
            }
        }
        int count = Math.min(MOST_PARTS, parts.size());
        out.writeByte(kind);
        out.writeUTF(value == null ? "" : value.getClass().getName());
        out.writeShort(count);
        for (Object part : parts.subList(0, count)) {
            write(part, depth + 1, out);
        }
    }

    private static void addMethods(Object value, List<@Nullable Object> parts) {
        try {
            Object methods = value.getClass().getMethod("getMethodTable").invoke(value);
            parts.addAll(((Map<?, ?>) methods).values());
        } catch (ReflectiveOperationException | ClassCastException e) {
            parts.clear();
        }
    }

    // In the order in which the constructor takes them.
    private static void addFields(Object value, List<@Nullable Object> parts) {
        for (Field field : value.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                parts.add(held(field, value));
            }
        }
    }

    private static @Nullable Object held(Field field, Object value) {
        try {
            if (field.getType().isPrimitive()) {
                return null;
            }
            field.setAccessible(true);
            return field.get(value);
        } catch (ReflectiveOperationException | RuntimeException refused) {
            return null;
        }
    }
}
