package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;

/// Reads the tables that compilers write for a switch on an enum: `$SwitchMap$…[CONSTANT.ordinal()] = 1`, in
/// the initialiser of a class of their own.
final class SwitchTables {

    private static final int BIPUSH = 16;
    private static final int SIPUSH = 17;
    private static final int ICONST_5 = 8;
    private static final int IASTORE = 79;

    private SwitchTables() {}

    /// Ordinals of an enum by constant name. They are the case numbers where a compiler writes no table.
    static Map<String, Integer> ordinals(Type type) {
        Map<String, Integer> ordinals = new HashMap<>();
        ClassBytes file = type.file();
        if (file != null) {
            file.fields().stream()
                    .filter(field -> (field.flags() & AccessFlag.ENUM.mask()) != 0)
                    .forEach(field -> ordinals.put(field.name(), ordinals.size()));
        }
        return ordinals;
    }

    /// Case numbers by constant name; empty where there is no such table.
    ///
    /// @param table the field that holds it
    static Map<String, Integer> read(CodeReader reader, Field table) {
        Method initializer = table.owner().method(reader.hierarchy().signature("<clinit>", "()V"));
        CodeBytes bytes = initializer == null ? null : initializer.code();
        return bytes == null ? Map.of() : numbers(bytes.code(), reader.pool(table.owner()), table.name());
    }

    private static Map<String, Integer> numbers(byte[] code, ConstantPool pool, String table) {
        Map<String, Integer> numbers = new HashMap<>();
        String into = "";
        String constant = "";
        int pushed = 0;
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            if (opcode == Instructions.GETSTATIC) {
                ConstantPool.Reference read = pool.reference(Instructions.index2(code, at + 1));
                String name = read.name();
                boolean isTable = read.descriptor().startsWith("[");
                into = isTable ? name : into;
                constant = isTable ? constant : name;
            } else if (opcode >= Instructions.ICONST_0 && opcode <= ICONST_5) {
                pushed = opcode - Instructions.ICONST_0;
            } else if (opcode == BIPUSH) {
                pushed = code[at + 1];
            } else if (opcode == SIPUSH) {
                pushed = Instructions.int2(code, at + 1);
            } else if (opcode == IASTORE && into.equals(table)) {
                numbers.put(constant, pushed);
            }
        }
        return numbers;
    }
}
