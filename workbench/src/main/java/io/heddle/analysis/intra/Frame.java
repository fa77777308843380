package io.heddle.analysis.intra;

import io.heddle.analysis.program.Signature;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The local variables, the operand stack and the held monitors at one place in a method. A long or double
/// takes two slots.
final class Frame {

    final AbstractValue[] locals;
    final AbstractValue[] stack;
    int top;

    @Nullable
    LockSet held;

    private Frame(AbstractValue[] locals, AbstractValue[] stack, int top, @Nullable LockSet held) {
        this.locals = locals;
        this.stack = stack;
        this.top = top;
        this.held = held;
    }

    Frame(int locals, int stack, @Nullable LockSet held) {
        // Two spare slots: what a damaged class file pushes too much is refused where it is used.
        this(new AbstractValue[locals + 1], new AbstractValue[stack + 2], 0, held);
        Arrays.fill(this.locals, AbstractValue.ANY);
    }

    Frame copy() {
        return new Frame(locals.clone(), stack.clone(), top, held);
    }

    void push(AbstractValue value) {
        stack[top++] = value;
    }

    /// Pushes a value of a type: nothing for void, two slots for long and double.
    void push(AbstractValue value, String descriptor) {
        int width = Signature.width(descriptor);
        for (int i = 0; i < width; i++) {
            push(i == 0 ? value : AbstractValue.ANY);
        }
    }

    AbstractValue pop() {
        return stack[--top];
    }

    void pop(int slots) {
        top -= slots;
        if (top < 0) {
            throw new IllegalArgumentException("the stack is empty where an instruction takes from it");
        }
    }

    /// Joins the frame of another path into this one.
    ///
    /// @return whether that changed anything
    boolean merge(Frame other) {
        if (top != other.top) {
            throw new IllegalArgumentException("two paths meet with stacks of different height");
        }
        boolean changed = mergeHeld(other.held);
        for (int i = 0; i < top; i++) {
            AbstractValue merged = AbstractValue.merge(stack[i], other.stack[i]);
            changed |= merged != stack[i];
            stack[i] = merged;
        }
        return mergeLocals(other) | changed;
    }

    /// Joins a frame into that of a handler, which keeps the variables but not the stack.
    boolean mergeIntoHandler(Frame thrower) {
        boolean changed = mergeHeld(thrower.held);
        return mergeLocals(thrower) | changed;
    }

    private boolean mergeLocals(Frame other) {
        boolean changed = false;
        for (int i = 0; i < locals.length; i++) {
            AbstractValue mine = locals[i];
            if (mine != other.locals[i] && mine != AbstractValue.ANY) {
                AbstractValue merged = AbstractValue.merge(mine, other.locals[i]);
                changed |= merged != mine;
                locals[i] = merged;
            }
        }
        return changed;
    }

    private boolean mergeHeld(@Nullable LockSet other) {
        if (LockSet.same(held, other)) {
            return false;
        }
        LockSet common = LockSet.common(held, other);
        boolean changed = !LockSet.same(common, held);
        held = common;
        return changed;
    }
}
