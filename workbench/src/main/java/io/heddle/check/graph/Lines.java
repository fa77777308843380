package io.heddle.check.graph;

import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.util.List;

/// The line of each instruction of a method.
final class Lines {

    private final List<LineNumberInfo> infos;

    Lines(CodeAttribute code) {
        this.infos = code.findAttributes(Attributes.lineNumberTable()).stream().flatMap(table -> table.lineNumbers().stream()).toList();
    }

    /// @return 0 where the class file does not tell
    int at(int offset) {
        int line = 0;
        int nearest = -1;
        for (LineNumberInfo info : infos) {
            if (info.startPc() <= offset && info.startPc() > nearest) {
                nearest = info.startPc();
                line = info.lineNumber();
            }
        }
        return line;
    }

    /// Line of the method's first instruction.
    int first() {
        return at(0);
    }
}
