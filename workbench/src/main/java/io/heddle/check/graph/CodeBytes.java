package io.heddle.check.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The code of a method as its class file has it (JVMS 4.7.3).
///
/// @param guards in the order of the exception table
record CodeBytes(int maxStack, int maxLocals, byte[] code, List<Guard> guards, Lines lines) {

    /// Length of a line of the exception table.
    private static final int GUARD = 8;

    /// Instructions from `start` to before `end`, whose exceptions go to `handler`.
    record Guard(int start, int end, int handler) {}

    /// @return null where there is no code
    /// @throws RuntimeException of any kind when it is damaged
    static @Nullable CodeBytes of(Method method) {
        ClassBytes file = method.owner.file;
        int at = file == null || method.isGlue() ? -1 : file.attribute(method.attributes, "Code");
        return file == null || at < 0 ? null : read(file, at);
    }

    private static CodeBytes read(ClassBytes file, int at) {
        byte[] code = file.copy(at + 8, file.int4(at + 4));
        int table = at + 8 + code.length;
        int count = file.int2(table);
        List<Guard> guards = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int line = table + 2 + GUARD * i;
            guards.add(new Guard(file.int2(line), file.int2(line + 2), file.int2(line + 4)));
        }
        return new CodeBytes(
                file.int2(at), file.int2(at + 2), code, guards, new Lines(file, table + 2 + GUARD * count));
    }
}
