package io.heddle.check.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What lies in a method's variables and on its stack at one place, and which monitors are held there. A long or
/// double takes two slots.
final class Frame {

    final Value[] locals;
    final Value[] stack;
    int top;

    @Nullable
    Held held;

    private Frame(Value[] locals, Value[] stack, int top, @Nullable Held held) {
        this.locals = locals;
        this.stack = stack;
        this.top = top;
        this.held = held;
    }

    Frame(int locals, int stack, @Nullable Held held) {
        // Two slots of room: what a damaged class file pushes too much is refused where it is used.
        this(new Value[locals + 1], new Value[stack + 2], 0, held);
        Arrays.fill(this.locals, Value.ANY);
    }

    Frame copy() {
        return new Frame(locals.clone(), stack.clone(), top, held);
    }

    void push(Value value) {
        stack[top++] = value;
    }

    /// Pushes a value of a type: nothing for void, two slots for long and double.
    void push(Value value, String descriptor) {
        int width = Signature.width(descriptor);
        for (int i = 0; i < width; i++) {
            push(i == 0 ? value : Value.ANY);
        }
    }

    Value pop() {
        return stack[--top];
    }

    void pop(int slots) {
        top -= slots;
        if (top < 0) {
            throw new IllegalArgumentException("the stack is empty where an instruction takes from it");
        }
    }

    /// Merges another path's frame into this one.
    ///
    /// @return whether that changed anything
    boolean merge(Frame other) {
        if (top != other.top) {
            throw new IllegalArgumentException("two paths meet with stacks of different height");
        }
        boolean changed = mergeHeld(other.held);
        for (int i = 0; i < top; i++) {
            Value merged = Value.merge(stack[i], other.stack[i]);
            changed |= merged != stack[i];
            stack[i] = merged;
        }
        return mergeLocals(other) | changed;
    }

    /// Merges a frame into that of a handler, which keeps the variables but not the stack.
    boolean mergeIntoHandler(Frame thrower) {
        boolean changed = mergeHeld(thrower.held);
        return mergeLocals(thrower) | changed;
    }

    private boolean mergeLocals(Frame other) {
        boolean changed = false;
        for (int i = 0; i < locals.length; i++) {
            Value mine = locals[i];
            if (mine != other.locals[i] && mine != Value.ANY) {
                Value merged = Value.merge(mine, other.locals[i]);
                changed |= merged != mine;
                locals[i] = merged;
            }
        }
        return changed;
    }

    private boolean mergeHeld(@Nullable Held other) {
        if (Held.same(held, other)) {
            return false;
        }
        Held common = Held.common(held, other);
        boolean changed = !Held.same(common, held);
        held = common;
        return changed;
    }
}
