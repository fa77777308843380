package io.heddle.check.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a value comes from, as far as one method's code tells. One object for each origin in a method, so that
/// identity is equality.
sealed interface Value {

    /// Anything: a primitive, an array's element, too many origins.
    record Any() implements Value {}

    /// Null, or a constant that is never called.
    record Null() implements Value {}

    /// Anything of a class that the code names.
    ///
    /// @param type internal name
    record Typed(String type) implements Value {}

    /// True or false, or 1 or 0 of whatever type, that stands in the code.
    record Flag(boolean set) implements Value {}

    /// A text that stands in the code.
    record Text(String text) implements Value {}

    /// The object whose method it is.
    record This(Type type) implements Value {}

    /// A parameter.
    ///
    /// @param method whose it is
    /// @param index counted from 0, without the receiver
    /// @param type internal name; empty for what is no class: arrays, flags and numbers
    record Parameter(Method method, int index, String type) implements Value {

        /// Whether it is an `int` or a `long`.
        boolean isNumber() {
            return type.isEmpty() && "IJ".contains(method.signature.parameters().get(index));
        }
    }

    /// A parameter of the method that makes the lambda whose call passes it.
    record Captured(Parameter parameter) implements Value {}

    /// An object that is made here.
    final class New implements Value {

        final Type type;
        /// What its constructor is given.
        List<Value> arguments = List.of();
        /// Which of its constructors; null for a lambda, and until it is known.
        @Nullable
        Signature constructor;

        New(Type type) {
            this.type = type;
        }
    }

    /// The value of a field.
    record FieldRead(Field field) implements Value {}

    /// What a call returns.
    final class Result implements Value {

        final Call call;

        Result(Call call) {
            this.call = call;
        }
    }

    /// A value that was cast.
    record Cast(Value inner, Type type) implements Value {}

    /// One of several.
    record Union(List<Value> members) implements Value {}

    Value ANY = new Any();
    Value NULL = new Null();
    Value TRUE = new Flag(true);
    Value FALSE = new Flag(false);
    int MOST = 6;

    /// What it is where two paths meet.
    static Value merge(Value one, Value other) {
        if (one == other || other == NULL) {
            return one;
        }
        if (one == NULL) {
            return other;
        }
        if (one == ANY || other == ANY) {
            return ANY;
        }
        List<Value> members = new ArrayList<>(members(one));
        for (Value member : members(other)) {
            if (members.stream().noneMatch(known -> known == member)) {
                members.add(member);
            }
        }
        if (members.size() == members(one).size()) {
            return one;
        }
        return members.size() > MOST ? ANY : new Union(members);
    }

    /// Its origins.
    static List<Value> members(Value value) {
        return value instanceof Union union ? union.members() : List.of(value);
    }

    /// The class or interface that the code names for it; null where it names none.
    static @Nullable Type declared(Value value, World world) {
        String name = switch (value) {
            case Any _, Null _, Flag _, Union _ -> "";
            case Typed typed -> typed.type();
            case Text _ -> "java/lang/String";
            case This self -> self.type().name;
            case Parameter parameter -> parameter.type();
            case Captured captured -> captured.parameter().type();
            case New made -> made.type.name;
            case FieldRead read -> Signature.className(read.field().descriptor);
            case Result result -> Signature.className(result.call.signature.result());
            case Cast cast -> cast.type().name;
        };
        return name.isEmpty() ? null : value instanceof New made ? made.type : world.type(name);
    }

    /// Without casts.
    static Value bare(Value value) {
        Value at = value;
        while (at instanceof Cast cast) {
            at = cast.inner();
        }
        return at;
    }
}
