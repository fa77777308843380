package io.heddle.agent.weave;

import io.heddle.agent.runtime.Requests;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/// Counts a request where one method begins.
public final class CountAtEntry extends Weaver {

    private final String counted;

    private CountAtEntry(ClassVisitor next, String counted) {
        super(next, 1);
        this.counted = counted;
    }

    /// @param counted name and descriptor of the method
    public static ClassVisitor into(ClassVisitor next, String counted) {
        return new CountAtEntry(next, counted);
    }

    @Override
    protected MethodVisitor method(String member, MethodVisitor next) {
        return !member.equals(counted)
                ? next
                : new AtEntry(next) {
                    @Override
                    protected void code(MethodVisitor to) {
                        call(to, Requests.class, "dispatched", "()V");
                    }
                };
    }
}
