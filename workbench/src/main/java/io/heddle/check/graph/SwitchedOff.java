package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Takes out of code what no service runs: assertions (`java -ea`), and what a class's own static field or a system property for debugging guards. What they ask and write may take its time.
final class SwitchedOff {

    /// What javac and its like call the field that says whether a class's assertions are off (JLS 14.10).
    private static final String ASSERTIONS = "$assertionsDisabled";
    private static final Pattern DEBUGGING = Pattern.compile("(?:^|_)(?:DEBUG|DUMP|TRACE)(?:_|$)|^(?:debug|dump|trace)(?=$|[A-Z])");

    private static final Pattern DEBUGGING_PROPERTY = Pattern.compile("(?:^|[._-])(?:debug|dump|trace)(?:$|[._-])");

    private SwitchedOff() {
    }

    /// The fields of a class that switch such code.
    static Set<String> fields(Collection<Field> all) {
        return all.stream().filter(field -> field.is(AccessFlag.STATIC)).map(field -> field.name).filter(name -> name.equals(ASSERTIONS) || DEBUGGING.matcher(name).find()).collect(Collectors.toUnmodifiableSet());
    }

    /// Has the code go around: `if (!$assertionsDisabled && …) throw` never asks further, nor does `if (DEBUG && …)`.
    ///
    /// @param code is changed
    /// @throws RuntimeException of any kind when the code is damaged
    static void takeOut(Type owner, byte[] code, Pool pool) {
        if (owner.switches().isEmpty()) {
            return;
        }
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int next = at + Instructions.length(code, at);
            if ((code[at] & 0xFF) == Instructions.GETSTATIC && next < code.length && Instructions.isBranch(code[next] & 0xFF)) {
                Field field = pool.field(Instructions.index2(code, at + 1));
                if (field != null && field.owner == owner && owner.switches().contains(field.name)) {
                    decide(code, at, next, field.name.equals(ASSERTIONS));
                }
            }
        }
    }

    /// Whether a value is that of a system property for debugging, which no service sets: null.
    static boolean isUnset(Value value) {
        return Value.bare(value) instanceof Value.Result result && result.call.signature.name().equals("getProperty") && result.call.declared.name.equals("java/lang/System")
                && result.call.parameters() == 1 && result.call.text(0).filter(property -> DEBUGGING_PROPERTY.matcher(property).find()).isPresent();
    }

    private static void decide(byte[] code, int read, int branch, boolean set) {
        List<Integer> jumps = set ? List.of(Instructions.IFNE) : List.of(Instructions.IFEQ, Instructions.IFNULL);
        List<Integer> goesOn = set ? List.of(Instructions.IFEQ) : List.of(Instructions.IFNE, Instructions.IFNONNULL);
        int opcode = code[branch] & 0xFF;
        if (jumps.contains(opcode)) {
            clear(code, read, branch);
            code[branch] = (byte) Instructions.GOTO;
        } else if (goesOn.contains(opcode)) {
            clear(code, read, branch + Instructions.length(code, branch));
        }
    }

    private static void clear(byte[] code, int from, int to) {
        for (int at = from; at < to; at++) {
            code[at] = Instructions.NOP;
        }
    }
}
