package io.heddle.check.process;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a var of Clojure holds, as far as the agent tells.
///
/// @param type binary name of its class, with dots; empty for null
/// @param parts what a function captures, in the order of its fields; the keys and values of a map; the elements of a
///     vector; the methods of a multimethod
record RootValue(Kind kind, String type, List<RootValue> parts) {

    /// In the order of the numbers that the agent writes.
    enum Kind {
        OBJECT,
        FUNCTION,
        MAP,
        VECTOR,
        MULTIMETHOD
    }

    private static final int DEEPEST = 20;

    /// @param namespace as Clojure writes it, as is the name
    record Root(String namespace, String name, RootValue value) {}

    /// @param in ends with `false` where the next root would begin
    static List<Root> read(DataInputStream in) throws IOException {
        List<Root> roots = new ArrayList<>();
        while (in.readBoolean()) {
            roots.add(new Root(in.readUTF(), in.readUTF(), read(in, 0)));
        }
        return roots;
    }

    private static RootValue read(DataInputStream in, int depth) throws IOException {
        int kind = in.readUnsignedByte();
        String type = in.readUTF();
        int count = in.readUnsignedShort();
        if (kind >= Kind.values().length || depth > DEEPEST) {
            throw new IOException("no value of Clojure");
        }
        List<RootValue> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(read(in, depth + 1));
        }
        return new RootValue(Kind.values()[kind], type, List.copyOf(parts));
    }

    /// With slashes.
    String internalName() {
        return type.replace('.', '/');
    }
}
