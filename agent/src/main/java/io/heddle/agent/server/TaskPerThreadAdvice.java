package io.heddle.agent.server;

import io.heddle.agent.runtime.PerTask;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// Gives each task of a server's own thread pool a virtual thread of its own instead: at the beginning of `execute`.
/// The pool itself stays, for the server's own jobs that must have a platform thread (see [PerTask]).
final class TaskPerThreadAdvice extends ServerPoolWeaver {

    private static final String TASKS = "heddle$tasks";

    /// Where the executor is, as [Weaver#walk] takes it.
    static final String EXECUTOR = TASKS.concat(" ").concat(Type.getDescriptor(PerTask.class));

    private static final String EXECUTE = "execute(Ljava/lang/Runnable;";

    private final String hook;
    private final String infix;
    private final boolean flip;
    private final String refusing;
    private final PoolLife life;

    private TaskPerThreadAdvice(
            ClassVisitor next,
            String self,
            Answers answers,
            String hook,
            String infix,
            String refusing,
            PoolLife life,
            boolean flip) {
        super(next, flip ? 2 : 0, self, answers);
        this.hook = hook;
        this.infix = infix;
        this.refusing = refusing;
        this.life = life;
        this.flip = flip;
    }

    /// @param infix between the pool's name and the number of a thread
    /// @param refusing a method that would hand a task to a waiting thread of the pool and says no from now
    ///     on; empty when there is none
    /// @param flip false only answers questions
    static ClassVisitor into(
            ClassVisitor next,
            String self,
            Answers answers,
            String hook,
            String infix,
            String refusing,
            PoolLife life,
            boolean flip) {
        return new TaskPerThreadAdvice(next, self, answers, hook, infix, refusing, life, flip);
    }

    @Override
    protected MethodVisitor method(String member, MethodVisitor next) {
        if (!flip) {
            return next;
        }
        if (member.startsWith("<init>")) {
            return new AtEndOfConstructor(next, self) {
                @Override
                protected void made(MethodVisitor to) {
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    beginPerTask(to);
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    endPerTask(to, infix, hook);
                    to.visitFieldInsn(Opcodes.PUTFIELD, self, TASKS, Type.getDescriptor(PerTask.class));
                }
            };
        }
        if (member.startsWith(EXECUTE)) {
            return takeTask(this, next);
        }
        return !member.equals(refusing)
                ? life.weave(this, self, member, next)
                : new AtEntry(next) {
                    @Override
                    protected void code(MethodVisitor to) {
                        pushExecutor(to);
                        leaveUnless(to, Opcodes.IFNULL, Opcodes.ICONST_0, Opcodes.IRETURN);
                    }
                };
    }

    /// At the beginning of a pool's `execute`: gives the task to the pool's executor of virtual threads, unless it
    /// must stay.
    static MethodVisitor takeTask(ServerPoolWeaver pool, MethodVisitor next) {
        return pool.new AtEntry(next) {
            @Override
            protected void code(MethodVisitor to) {
                pool.pushExecutor(to);
                to.visitVarInsn(Opcodes.ALOAD, 1);
                call(to, PerTask.class, "took", "(Ljava/util/concurrent/Executor;Ljava/lang/Runnable;)Z");
                leaveUnless(to, Opcodes.IFEQ, Opcodes.NOP, Opcodes.RETURN);
            }
        };
    }

    @Override
    void pushExecutor(MethodVisitor to) {
        if (flip) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitFieldInsn(Opcodes.GETFIELD, self, TASKS, Type.getDescriptor(PerTask.class));
        } else {
            to.visitInsn(Opcodes.ACONST_NULL);
        }
    }

    @Override
    protected void addMembers() {
        super.addMembers();
        if (flip) {
            cv.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT,
                            TASKS,
                            Type.getDescriptor(PerTask.class),
                            null,
                            null)
                    .visitEnd();
        }
    }
}
