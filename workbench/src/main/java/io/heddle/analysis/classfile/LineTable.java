package io.heddle.analysis.classfile;

import java.util.Arrays;

/// The line of each instruction of a method.
public final class LineTable {

    /// Offset and line in turn.
    private final int[] table;

    /// @param attributes where those of the code are listed
    LineTable(ClassBytes file, int attributes) {
        int[] read = {};
        for (int at : file.attributes(attributes, "LineNumberTable")) {
            int before = read.length;
            read = Arrays.copyOf(read, before + 2 * file.int2(at));
            for (int i = before; i < read.length; i++) {
                read[i] = file.int2(at + 2 + 2 * (i - before));
            }
        }
        this.table = read;
    }

    /// @return 0 where the class file does not tell
    public int at(int offset) {
        int line = 0;
        int nearest = -1;
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] <= offset && table[i] > nearest) {
                nearest = table[i];
                line = table[i + 1];
            }
        }
        return line;
    }

    /// Line of the method's first instruction.
    public int first() {
        return at(0);
    }
}
