package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Prunes branches that no service takes: assertions (`java -ea`), code behind a static field or system
/// property for debugging, and code for other JDKs.
final class DeadBranchPruner {

    /// The field by which compilers switch assertions (JLS 14.10).
    private static final String ASSERTIONS = "$assertionsDisabled";
    private static final Pattern DEBUGGING =
            Pattern.compile("(?:^|_)(?:DEBUG|DUMP|TRACE)(?:_|$)|^(?:debug|dump|trace)(?=$|[A-Z])");

    private static final Pattern DEBUGGING_PROPERTY = Pattern.compile("(?:^|[._-])(?:debug|dump|trace)(?:$|[._-])");

    private final List<Integer> releases;
    /// Names of the fields that switch such code, by the class that has them.
    private final Map<Type, Set<String>> switches = new ConcurrentHashMap<>();

    /// @param releases of the JDK that the code is judged for, at least one
    DeadBranchPruner(List<Integer> releases) {
        this.releases = releases;
    }

    private static Set<String> switches(Type type) {
        return type.fields().stream()
                .filter(field -> field.is(AccessFlag.STATIC))
                .map(field -> field.name())
                .filter(name ->
                        name.equals(ASSERTIONS) || DEBUGGING.matcher(name).find())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Makes the code jump over such branches: `if (!$assertionsDisabled && …) throw`, `if (DEBUG && …)`, and
    /// `if (isJre22Available())` on an older JDK.
    ///
    /// @param code is written to
    /// @throws RuntimeException of any kind when the code is damaged
    void prune(Type owner, byte[] code, ConstantPool pool) {
        int before = -1;
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int next = at + Instructions.length(code, at);
            if (next < code.length && Instructions.isBranch(code[next] & 0xFF)) {
                switch (code[at] & 0xFF) {
                    case Instructions.GETSTATIC -> decideField(owner, code, pool, at, next);
                    case Instructions.INVOKESTATIC -> decideMethod(code, pool, before, at, next);
                    default -> {}
                }
            }
            before = at;
        }
    }

    private void decideField(Type owner, byte[] code, ConstantPool pool, int at, int next) {
        ConstantPool.Reference named = pool.reference(Instructions.index2(code, at + 1));
        Integer release = named.descriptor().equals("Z") ? JdkVersionChecks.named(named.name()) : null;
        if (release != null) {
            decide(code, at, next, release);
        } else if (switches.computeIfAbsent(owner, DeadBranchPruner::switches).contains(named.name())) {
            Field field = pool.field(Instructions.index2(code, at + 1));
            if (field != null && field.owner() == owner) {
                decide(code, at, next, field.name().equals(ASSERTIONS));
            }
        }
    }

    private void decideMethod(byte[] code, ConstantPool pool, int before, int at, int next) {
        Signature asked = pool.method(Instructions.index2(code, at + 1)).signature();
        Integer release = asked.descriptor().equals("()Z") ? JdkVersionChecks.named(asked.name()) : null;
        if (release != null) {
            decide(code, at, next, release);
        } else if (asked.descriptor().equals("(I)Z")
                && before >= 0
                && (code[before] & 0xFF) == Instructions.BIPUSH
                && JdkVersionChecks.isGiven(asked.name())) {
            decide(code, before, next, (int) code[before + 1]);
        }
    }

    /// Whether a value is a system property for debugging. No service sets one, so that it is null.
    static boolean isUnset(AbstractValue value) {
        return AbstractValue.bare(value) instanceof AbstractValue.Result result
                && result.call().signature().name().equals("getProperty")
                && result.call().declared().name().equals("java/lang/System")
                && result.call().parameters() == 1
                && result.call()
                        .text(0)
                        .filter(property -> DEBUGGING_PROPERTY.matcher(property).find())
                        .isPresent();
    }

    // Only where all releases agree.
    private void decide(byte[] code, int read, int branch, Integer since) {
        boolean first = releases.getFirst() >= since;
        if (releases.stream().allMatch(release -> release >= since == first)) {
            decide(code, read, branch, first);
        }
    }

    private static void decide(byte[] code, int read, int branch, boolean set) {
        if (isJoined(code, branch)) {
            return;
        }
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

    // As in `(one ? DEBUG : other)`, where the branch tests either.
    private static boolean isJoined(byte[] code, int branch) {
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            boolean jumps = Instructions.isBranch(opcode)
                    || opcode == Instructions.TABLESWITCH
                    || opcode == Instructions.LOOKUPSWITCH;
            if (jumps && Arrays.stream(ControlFlowGraph.successors(code, at)).anyMatch(next -> next == branch)) {
                return true;
            }
        }
        return false;
    }

    private static void clear(byte[] code, int from, int to) {
        for (int at = from; at < to; at++) {
            code[at] = Instructions.NOP;
        }
    }
}
