package io.heddle.fix.lock;

import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;

/// Whose monitor it is.
sealed interface LockObject {

    /// An object of a class of the target, or of one below it.
    record Instance(Type type) implements LockObject {}

    /// What a field holds that is declared as `Object`.
    record Held(Field field) implements LockObject {}

    /// What a field holds whose class is the JDK's or a library's, made for this field alone. The object keeps its use,
    /// its monitor alone becomes a lock.
    record Guard(Field field) implements LockObject {}

    /// The object that stands for a class.
    record ClassObject(Type type) implements LockObject {}

    /// Any object of a type that the code names.
    ///
    /// @param type internal name; `java/lang/Object` where the code names none
    record Other(String type) implements LockObject {}
}
