package io.heddle.analysis.intra;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The abstract domain: where a value comes from, as far as the code of one method tells. The order is set
/// inclusion of origins; [#ANY] is the top, [#NULL] the bottom. There is one object for each origin in a
/// method, so that identity is equality.
public sealed interface AbstractValue {

    /// Any value: a primitive, an element of an array, more origins than `Limits.Intra.ORIGINS`.
    record Any() implements AbstractValue {}

    /// Null.
    record Null() implements AbstractValue {}

    /// Any object of a class that the code names.
    ///
    /// @param type internal name; empty for arrays
    record Typed(String type) implements AbstractValue {}

    /// The constant true or false, or 1 or 0 of whatever integral type.
    record Flag(boolean set) implements AbstractValue {}

    /// A string constant.
    record Text(String text) implements AbstractValue {}

    /// The object whose method it is.
    record This(Type type) implements AbstractValue {}

    /// A parameter.
    ///
    /// @param method whose parameter it is
    /// @param index counted from 0, without the receiver
    /// @param type internal name; empty for arrays and primitives
    record Parameter(Method method, int index, String type) implements AbstractValue {

        /// Whether it is an `int` or a `long`.
        boolean isNumber() {
            return type.isEmpty()
                    && "IJ".contains(method.signature().parameters().get(index));
        }
    }

    /// A parameter of the method that makes the lambda whose stub passes it.
    record Captured(Parameter parameter) implements AbstractValue {}

    /// An object that is allocated here. Each allocation site is an origin of its own.
    final class New implements AbstractValue {

        private final Type type;
        private List<AbstractValue> arguments = List.of();
        private @Nullable Signature constructor;

        New(Type type) {
            this.type = type;
        }

        // The interpreter calls it at the constructor's call, until nothing changes any more.
        void constructed(List<AbstractValue> given, @Nullable Signature by) {
            this.arguments = given;
            this.constructor = by;
        }

        public Type type() {
            return type;
        }

        /// What its constructor is given, or the values that a lambda captures.
        public List<AbstractValue> arguments() {
            return arguments;
        }

        /// The constructor that is called; null for a lambda, and where none is.
        public @Nullable Signature constructor() {
            return constructor;
        }
    }

    /// The value of a field.
    record FieldRead(Field field) implements AbstractValue {}

    /// What a call returns. Each call is an origin of its own.
    final class Result implements AbstractValue {

        private final CallSite call;

        Result(CallSite call) {
            this.call = call;
        }

        public CallSite call() {
            return call;
        }
    }

    /// A value that was cast.
    record Cast(AbstractValue inner, Type type) implements AbstractValue {}

    /// One of several origins, at most `Limits.Intra.ORIGINS`.
    record Union(List<AbstractValue> members) implements AbstractValue {}

    AbstractValue ANY = new Any();
    AbstractValue NULL = new Null();
    AbstractValue TRUE = new Flag(true);
    AbstractValue FALSE = new Flag(false);

    /// Whether a field that holds it is as it began: null, false or 0.
    static boolean isNothing(AbstractValue value) {
        return value.equals(NULL) || value.equals(FALSE);
    }

    /// The least upper bound: what a value is where two paths meet.
    static AbstractValue merge(AbstractValue one, AbstractValue other) {
        if (one == other || other == NULL) {
            return one;
        }
        if (one == NULL) {
            return other;
        }
        if (one == ANY || other == ANY) {
            return ANY;
        }
        List<AbstractValue> members = new ArrayList<>(members(one));
        for (AbstractValue member : members(other)) {
            if (members.stream().noneMatch(known -> known == member)) {
                members.add(member);
            }
        }
        if (members.size() == members(one).size()) {
            return one;
        }
        return members.size() > Limits.Intra.ORIGINS ? ANY : new Union(members);
    }

    /// Its origins.
    static List<AbstractValue> members(AbstractValue value) {
        return value instanceof Union union ? union.members() : List.of(value);
    }

    /// Whether a value may be a parameter of a method.
    ///
    /// @param index counted from 0, without the receiver
    static boolean isParameter(AbstractValue value, Method method, int index) {
        return members(bare(value)).stream()
                .map(AbstractValue::bare)
                .anyMatch(one -> one instanceof Parameter parameter
                        && parameter.method() == method
                        && parameter.index() == index);
    }

    /// The class or interface that the code names for it; null where it names none.
    static @Nullable Type declared(AbstractValue value, ClassHierarchy hierarchy) {
        String name = switch (value) {
            case Any _, Null _, Flag _, Union _ -> "";
            case Typed typed -> typed.type();
            case Text _ -> "java/lang/String";
            case This self -> self.type().name();
            case Parameter parameter -> parameter.type();
            case Captured captured -> captured.parameter().type();
            case New made -> made.type.name();
            case FieldRead read -> Signature.className(read.field().descriptor());
            case Result result -> Signature.className(result.call().signature().result());
            case Cast cast -> cast.type().name();
        };
        return name.isEmpty() ? null : value instanceof New made ? made.type() : hierarchy.type(name);
    }

    /// The same value without casts.
    static AbstractValue bare(AbstractValue value) {
        AbstractValue at = value;
        while (at instanceof Cast cast) {
            at = cast.inner();
        }
        return at;
    }
}
