package io.heddle.fix.rewrite;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.lock.Program;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.Set;
import java.util.function.IntPredicate;

/// Whether an initialiser can be run later or more often, and in another order with others, without the program seeing
/// that. What was
/// there before it ran can be reached through a static field or a library alone: so it must write no static field, read
/// none whose value or object may change, and call nothing of a library for an effect. What it asks of other processes
/// and of files it may ask later.
final class SideEffects {

    /// The objects of these classes do not change.
    private static final Set<String> IMMUTABLE = Set.of(
            "java/lang/String",
            "java/lang/Class",
            "java/lang/Boolean",
            "java/lang/Character",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/nio/charset/Charset",
            "java/nio/file/Path",
            "java/util/Locale",
            "java/util/UUID",
            "java/util/regex/Pattern",
            "java/net/URI");

    private static final String TIME = "java/time/";
    /// Static methods without a result that only wait, or write to what they are given.
    private static final Set<String> NO_EFFECT = Set.of(
            "java/lang/Thread.sleep",
            "java/lang/Thread.yield",
            "java/lang/Thread.onSpinWait",
            "java/util/concurrent/locks/LockSupport.park",
            "java/util/concurrent/locks/LockSupport.parkNanos",
            "java/util/concurrent/locks/LockSupport.parkUntil",
            "java/lang/System.arraycopy",
            "java/util/Arrays.fill",
            "java/util/Arrays.sort");
    /// Classes that write files or start something as soon as they are made or called.
    private static final Set<String> WRITERS = Set.of(
            "java/io/FileOutputStream",
            "java/io/FileWriter",
            "java/io/RandomAccessFile",
            "java/lang/ProcessBuilder",
            "java/lang/Thread",
            "java/lang/Runtime");
    /// Those of `Files` that change nothing.
    private static final String READS =
            "(read|lines|list|walk|find|exists|notExists|is|get|size|newInputStream|newBufferedReader|probe|mismatch).*";
    /// Those of `System` that change nothing.
    private static final String ASKS = "get.*|nanoTime|currentTimeMillis|identityHashCode|lineSeparator|arraycopy";
    /// Those of `Thread` that change nothing.
    private static final String WAITS = "sleep|yield|onSpinWait|currentThread|get.*|is.*|interrupt|interrupted|join";

    private final Program program;
    private final Field field;
    private final String when;

    /// @param when the initialiser would run, for people
    SideEffects(Program program, Field field, String when) {
        this.program = program;
        this.field = field;
        this.when = when;
    }

    /// @param reached what the initialiser reaches
    /// @param isOfField whether a line of the class is the field's declaration
    /// @throws NoEdit when it may change something, or see what changes
    void requireNone(Recursion reached, IntPredicate isOfField) {
        field.owner().methods().stream()
                .filter(Method::isInitializer)
                .forEach(method -> requireNone(method, isOfField));
        reached.reached().forEach(method -> requireNone(method, line -> true));
        reached.calls().forEach(this::requireNoEffect);
    }

    private void requireNone(Method method, IntPredicate isAsked) {
        CodeBytes bytes = method.code();
        ClassBytes file = method.owner().file();
        if (bytes == null || file == null) {
            return;
        }
        byte[] code = bytes.code();
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            int opcode = code[at] & 0xFF;
            boolean writes = opcode == Instructions.PUTSTATIC;
            if ((writes || opcode == Instructions.GETSTATIC)
                    && isAsked.test(bytes.lines().at(at))) {
                int reference = Instructions.index2(code, at + 1);
                String owner = file.name(file.owner(reference));
                String name = file.referenced(reference);
                boolean isOwn = owner.equals(field.owner().name()) && name.equals(field.name());
                if (!isOwn && (writes || mayChange(owner, name, file.descriptor(reference)))) {
                    throw refused(
                            method.qualifiedName() + ":" + bytes.lines().at(at),
                            (writes ? "writes " : "uses ") + owner.replace('/', '.') + "." + name);
                }
            }
        }
    }

    /// Whether a static field may have another value later, or an object that changes.
    private boolean mayChange(String owner, String name, String descriptor) {
        boolean isFinal = program.type(owner.replace('/', '.')).fields().stream()
                .anyMatch(known -> known.name().equals(name) && known.is(AccessFlag.FINAL));
        if (!isFinal || descriptor.startsWith("[")) {
            return true;
        }
        if (!descriptor.startsWith("L")) {
            return false;
        }
        String type = descriptor.substring(1, descriptor.length() - 1);
        return !IMMUTABLE.contains(type) && !type.startsWith(TIME) && !isEnum(type);
    }

    private boolean isEnum(String type) {
        return program.type(type.replace('/', '.')).is(AccessFlag.ENUM);
    }

    /// A static method without a result is called for its effect, and an object that a library hands out may be one
    /// that others have too.
    private void requireNoEffect(CallSite call) {
        String owner = call.declared().name();
        String name = call.signature().name();
        if (call.declared().isTarget()) {
            return;
        }
        boolean isVoid = call.signature().result().equals("V");
        boolean isStatic = call.how() == CallSite.How.STATIC;
        boolean effect = isStatic && isVoid && !NO_EFFECT.contains(owner + "." + name)
                || isVoid && !isStatic && !name.equals("close") && isHandedOut(call.receiver())
                || switch (owner) {
                    case "java/nio/file/Files" -> !name.matches(READS);
                    case "java/lang/System" -> !name.matches(ASKS);
                    case "java/lang/Thread" -> !name.matches(WAITS);
                    default -> WRITERS.contains(owner);
                };
        if (effect) {
            throw refused(
                    call.caller().qualifiedName() + ":" + call.line(), "calls " + owner.replace('/', '.') + "." + name);
        }
    }

    private static boolean isHandedOut(AbstractValue receiver) {
        return receiver instanceof AbstractValue.Result result
                && result.call().how() == CallSite.How.STATIC
                && !result.call().declared().isTarget();
    }

    private NoEdit refused(String place, String what) {
        return new NoEdit(
                Refusal.ORDER_OF_EFFECTS,
                "the initialiser of " + Workbench.name(field) + " would run " + when + ": " + place + " " + what
                        + ", so that the program may see the difference");
    }
}
