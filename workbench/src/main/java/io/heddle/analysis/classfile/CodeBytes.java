package io.heddle.analysis.classfile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The code of a method as its class file holds it (JVMS 4.7.3).
///
/// @param handlers the exception table, in the order of the class file
public record CodeBytes(
        int maxStack, int maxLocals, byte[] code, List<ExceptionHandlerRange> handlers, LineTable lines) {

    /// Length of an entry of the exception table, in bytes.
    private static final int ENTRY = 8;

    /// The instructions from `start` (inclusive) to `end` (exclusive), whose exceptions go to `handler`.
    ///
    /// @param any whether it handles whatever is thrown, as `finally` does
    public record ExceptionHandlerRange(int start, int end, int handler, boolean any) {

        /// Whether it covers the instruction at this offset.
        public boolean covers(int offset) {
            return start <= offset && offset < end;
        }
    }

    /// Reads the code of one method.
    ///
    /// @param attributes offset of the method's attribute list
    /// @return null where the method has no code
    /// @throws RuntimeException of any kind when the code is damaged
    public static @Nullable CodeBytes of(ClassBytes file, int attributes) {
        int at = file.attribute(attributes, "Code");
        return at < 0 ? null : read(file, at);
    }

    private static CodeBytes read(ClassBytes file, int at) {
        byte[] code = file.copy(at + 8, file.int4(at + 4));
        int table = at + 8 + code.length;
        int count = file.int2(table);
        List<ExceptionHandlerRange> handlers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int entry = table + 2 + ENTRY * i;
            handlers.add(new ExceptionHandlerRange(
                    file.int2(entry), file.int2(entry + 2), file.int2(entry + 4), file.int2(entry + 6) == 0));
        }
        return new CodeBytes(
                file.int2(at), file.int2(at + 2), code, handlers, new LineTable(file, table + 2 + ENTRY * count));
    }
}
