package io.heddle.analysis.intra;

import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the code of one method does: the result of interpreting it alone.
///
/// @param calls in the order of the code
/// @param writes to fields of objects, and to static flags
/// @param returns every object or boolean that it returns
/// @param created classes of which it makes objects
/// @param touched classes that it makes the JVM initialise, by internal name
/// @param literals classes that it has as objects, as in `register(Handler.class)`, by internal name
/// @param stubs of the lambdas and method references that it makes
/// @param roots of Clojure's vars that it reads
/// @param holds whether it enters a monitor
/// @param arrays whether it makes an array of primitives
/// @param spin line of a loop in which nothing changes and nothing waits; 0 when its line is unknown, -1
///     where there is none
public record MethodFacts(
        List<CallSite> calls,
        List<Write> writes,
        List<AbstractValue> returns,
        List<Type> created,
        List<String> touched,
        List<String> literals,
        List<LambdaStub> stubs,
        List<Field> roots,
        boolean holds,
        boolean arrays,
        int spin) {

    /// Of a method without code, or whose code cannot be read.
    public static final MethodFacts NONE = new MethodFacts(
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), false, false, -1);

    /// Of a lambda stub, whose code is one call.
    static MethodFacts of(CallSite call, List<Type> created) {
        return new MethodFacts(
                List.of(call),
                List.of(),
                List.of(),
                created,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                false,
                false,
                -1);
    }

    /// A write to a field of objects, or to a static flag.
    ///
    /// @param onEveryReturnPath whether it lies on every path to a return
    /// @param asked whether the field is a static one of the same class which the method reads as well
    public record Write(Field field, AbstractValue value, boolean onEveryReturnPath, boolean asked) {}

    /// The method that stands for a lambda or method reference, and what it does.
    public record LambdaStub(Method method, MethodFacts facts) {}

    /// An instruction that enters a monitor.
    ///
    /// @param offset of the instruction
    /// @param line of it, 0 where the class file does not tell
    /// @param object whose monitor it is; a [AbstractValue.Typed] of `java/lang/Class` for a class literal
    /// @param literal internal name of the class, where the code names its object by a class literal; else empty
    /// @param outer the monitors that its own method holds there; null where it holds none
    public record MonitorEnter(
            int offset,
            int line,
            AbstractValue object,
            String literal,
            @Nullable LockSet outer) {}
}
