package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows what calls pass: constants, as flags, nulls, enums and objects that are there, and classes of which the
/// caller knows more. Tells which calls do not run with them: `doRead(false)` does not wait where the code says `if
/// (block)`.
final class Constants {

    /// How many fields stand for each other at most.
    private static final int DEPTH = 4;

    private final World world;
    private final Map<Method, Branches> known = new HashMap<>();
    private final Map<Method, Known> always = new HashMap<>();

    Constants(World world) {
        this.world = world;
    }

    /// What is known of what a method gets: a constant, or a [Value.Cast] of anything, or of the caller's own
    /// object, to the class that it is at least of.
    ///
    /// @param given the same for the caller
    /// @param self class that the caller's own object is at least of; null where that is unknown
    Known passed(Call call, Method next, @Nullable Type self, Known given) {
        Map<Integer, Value> passed = new HashMap<>();
        // What is called back gets arguments of its own.
        if (next.signature == call.signature && !next.isGlue()) {
            for (int i = 0; i < call.parameters(); i++) {
                Value value =
                        passed(call.argument(i), next.signature.parameters().get(i), self, given);
                if (value != Value.ANY) {
                    passed.put(i, value);
                }
            }
        }
        Set<Field> set = Dispatch.isOnItself(call)
                ? call.caller.isConstructor() ? asked(call.caller).set(call.offset, given.set()) : given.set()
                : Set.of();
        return passed.isEmpty() && set.isEmpty() ? Known.NOTHING : new Known(passed, set);
    }

    private Value passed(Value argument, String parameter, @Nullable Type self, Known given) {
        return switch (constant(Value.bare(argument), given)) {
            case Value.This own when self != null && self.below(own.type()) -> new Value.Cast(own, self);
            case Value.Any any -> ofClass(argument, any, parameter);
            case Value.Cast as when as.inner() == Value.ANY -> ofClass(argument, as, parameter);
            case Value constant -> constant;
        };
    }

    /// What a method gets from all who call it, where only known code can: the flags, nulls and enums that none of
    /// them passes otherwise.
    Known always(Method method) {
        return always.computeIfAbsent(method, this::findAlways);
    }

    private Known findAlways(Method method) {
        if (!method.isClosed()
                || method.callers.isEmpty()
                || method.callers.stream().anyMatch(call -> call.signature != method.signature)) {
            return Known.NOTHING;
        }
        Map<Integer, Value> passed = new HashMap<>();
        for (int i = 0; i < method.signature.parameters().size(); i++) {
            int at = i;
            List<Value> all = method.callers.stream()
                    .map(call -> constant(Value.bare(call.argument(at)), Known.NOTHING))
                    .distinct()
                    .toList();
            if (all.size() == 1
                    && (all.getFirst() instanceof Value.Flag
                            || all.getFirst() instanceof Value.Null
                            || all.getFirst() instanceof Value.FieldRead)) {
                passed.put(i, all.getFirst());
            }
        }
        return passed.isEmpty() ? Known.NOTHING : new Known(passed, Set.of());
    }

    // Something of a class of which the caller knows more than the method's parameter says: `new
    // Value.Cast(Value.ANY, type)`.
    private Value ofClass(Value argument, Value given, String parameter) {
        Type declared = Value.declared(argument, world);
        Type known =
                given instanceof Value.Cast as && (declared == null || as.type().below(declared))
                        ? as.type()
                        : declared;
        String wanted = Signature.className(parameter);
        return known == null || wanted.isEmpty() || known.name.equals(wanted) || !known.below(world.type(wanted))
                ? Value.ANY
                : new Value.Cast(Value.ANY, known);
    }

    private static Value constant(Value argument, Known given) {
        return switch (argument) {
            case Value.Flag _, Value.Null _, Value.New _, Value.Text _, Value.This _ -> argument;
            case Value.FieldRead read when read.field().is(AccessFlag.ENUM) || isNeverNull(read) -> argument;
            case Value.Parameter parameter -> given.of(parameter);
            default -> Value.ANY;
        };
    }

    /// Whether a value is an object for certain.
    static boolean isNeverNull(Value value) {
        return isNeverNull(value, DEPTH);
    }

    private static boolean isNeverNull(Value value, int depth) {
        return switch (value) {
            case Value.New _, Value.Text _ -> true;
            case Value.FieldRead read
            when depth > 0 && read.field().is(AccessFlag.STATIC) && read.field().is(AccessFlag.FINAL) ->
                !read.field().writes.isEmpty()
                        && read.field().writes.stream()
                                .allMatch(written -> isNeverNull(Value.bare(written), depth - 1));
            default -> false;
        };
    }

    /// Whether one of a method's calls runs.
    boolean runs(Method method, Call call, Known given) {
        Branches branches = asked(method, given);
        return branches.none() || branches.isIn(call.offset, branches.live(given));
    }

    /// Those of a method's calls that run.
    List<Call> live(Method method, Known given) {
        Branches branches = asked(method, given);
        if (branches.none()) {
            return method.body.calls();
        }
        BitSet live = branches.live(given);
        return method.body.calls().stream()
                .filter(call -> branches.isIn(call.offset, live))
                .toList();
    }

    private Branches asked(Method method, Known given) {
        return given.isNothing() ? Branches.NONE : asked(method);
    }

    private Branches asked(Method method) {
        return known.computeIfAbsent(method, this::branches);
    }

    private Branches branches(Method method) {
        try {
            return Interpreter.branches(world, method);
        } catch (RuntimeException e) {
            // The class of a switch's table may be damaged in as many ways as there are exceptions.
            world.unreadables().add(method.owner.name.replace('/', '.') + "." + method.signature.name(), e);
            return Branches.NONE;
        }
    }
}
