package io.heddle.agent.server;

import io.heddle.agent.runtime.Lost;
import io.heddle.agent.runtime.PerTask;
import io.heddle.agent.weave.Weaver;
import java.util.concurrent.Executor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// How a server's own thread pool starts and ends: what runs on virtual threads in its place is to end as it would
/// have, and what they cannot have is said. All but `start` and `end` are paths as [Weaver#walk] takes them.
///
/// @param executor where the [PerTask] is
/// @param name the pool's
/// @param start method that starts the pool, and that asks for `priority`; empty when it has none
/// @param priority of its threads
/// @param end method that ends the pool
/// @param timeout milliseconds that it waits; empty when it does not wait
/// @param atOnce whether it interrupts its threads before it waits
/// @param daemon whether its threads let the JVM end; empty when it does not wait there, but ends later by
///     itself
record PoolLife(
        String executor,
        String name,
        String start,
        String priority,
        String end,
        String timeout,
        boolean atOnce,
        String daemon) {

    /// A method of the pool, as it is woven.
    ///
    /// @param member name and descriptor
    MethodVisitor weave(Weaver weaver, String self, String member, MethodVisitor next) {
        if (member.equals(end)) {
            return weaver.new AtEntry(next) {
                @Override
                protected void code(MethodVisitor to) {
                    ending(to, self);
                }
            };
        }
        return !member.equals(start)
                ? next
                : weaver.new AtEntry(next) {
                    @Override
                    protected void code(MethodVisitor to) {
                        Weaver.walk(to, self, name);
                        Weaver.walk(to, self, priority);
                        Weaver.call(to, Lost.class, "priorityOf", "(Ljava/lang/String;I)V");
                    }
                };
    }

    private void ending(MethodVisitor to, String self) {
        Weaver.walk(to, self, executor);
        if (daemon.isEmpty()) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            Weaver.call(
                    to,
                    PerTask.class,
                    "endAfterTasks",
                    Type.getMethodDescriptor(
                            Type.VOID_TYPE, Type.getType(Executor.class), Type.getType(Executor.class)));
            return;
        }
        if (timeout.isEmpty()) {
            to.visitInsn(Opcodes.LCONST_0);
        } else {
            Weaver.walk(to, self, timeout);
        }
        to.visitInsn(atOnce ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        Weaver.walk(to, self, daemon);
        Weaver.call(to, PerTask.class, "end", "(Ljava/util/concurrent/Executor;JZZ)V");
    }
}
