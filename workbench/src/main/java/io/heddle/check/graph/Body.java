package io.heddle.check.graph;

import java.util.List;

/// What the analysis keeps of a method's code.
///
/// @param calls in the order of the code
/// @param returns every value that it returns
/// @param created classes of which it makes objects
/// @param touched classes that it makes the JVM initialise, by name
/// @param holds whether it enters a monitor
/// @param arrays whether it makes an array of numbers
/// @param spin line of a loop in which nothing changes and nothing waits; 0 when its line is unknown, -1
///     where there is none
record Body(
        List<Call> calls,
        List<Write> writes,
        List<Value> returns,
        List<Type> created,
        List<String> touched,
        boolean holds,
        boolean arrays,
        int spin) {

    static final Body NONE = new Body(List.of(), List.of(), List.of(), List.of(), List.of(), false, false, -1);

    /// A write to a field of objects, or to a static flag.
    ///
    /// @param certain whether it lies on every path to a return
    /// @param asked whether the field is a static one of the same class which the method reads as well
    record Write(Field field, Value value, boolean certain, boolean asked) {}
}
