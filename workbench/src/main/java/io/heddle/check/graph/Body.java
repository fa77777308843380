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
record Body(List<Call> calls, List<Write> writes, List<Value> returns, List<Type> created, List<String> touched, boolean holds, boolean arrays) {

    static final Body NONE = new Body(List.of(), List.of(), List.of(), List.of(), List.of(), false, false);

    /// A write to a field.
    ///
    /// @param certain whether it lies on every path to a return
    record Write(Field field, Value value, boolean certain) {
    }
}
