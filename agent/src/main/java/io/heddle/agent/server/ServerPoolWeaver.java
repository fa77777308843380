package io.heddle.agent.server;

import io.heddle.agent.runtime.PerTask;
import io.heddle.agent.runtime.ServerPool;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Teaches a server's thread pool to answer the agent's questions, see [ServerPool].
abstract class ServerPoolWeaver extends Weaver {

    final String self;
    private final Answers answers;

    /// Where a pool has its answers; each a path as [Weaver#walk] takes it.
    ///
    /// @param name its name
    /// @param maximum most threads
    /// @param reserved threads lent for good; empty when it lends none
    /// @param resize name of the method that sets the most threads; empty when there is none
    record Answers(String name, String maximum, String reserved, String resize) {}

    ServerPoolWeaver(ClassVisitor next, int atLeast, String self, Answers answers) {
        super(next, atLeast);
        this.self = self;
        this.answers = answers;
    }

    /// Pushes the executor that may have been flipped.
    abstract void pushExecutor(MethodVisitor to);

    @Override
    protected final Class<?> added() {
        return ServerPool.class;
    }

    @Override
    protected void addMembers() {
        MethodVisitor name = begin("heddleName", "()Ljava/lang/String;");
        walk(name, self, answers.name());
        end(name, Opcodes.ARETURN);

        MethodVisitor maximum = begin("heddleMaximum", "()I");
        walk(maximum, self, answers.maximum());
        end(maximum, Opcodes.IRETURN);

        MethodVisitor reserved = begin("heddleReserved", "()I");
        if (answers.reserved().isEmpty()) {
            reserved.visitInsn(Opcodes.ICONST_0);
        } else {
            walk(reserved, self, answers.reserved());
        }
        end(reserved, Opcodes.IRETURN);

        MethodVisitor flipped = begin("heddleFlippedBy", "()Ljava/lang/String;");
        pushExecutor(flipped);
        call(flipped, PerTask.class, "flippedBy", "(Ljava/lang/Object;)Ljava/lang/String;");
        end(flipped, Opcodes.ARETURN);

        MethodVisitor resize = begin("heddleResize", "(I)V");
        if (!answers.resize().isEmpty()) {
            resize.visitVarInsn(Opcodes.ALOAD, 0);
            resize.visitVarInsn(Opcodes.ILOAD, 1);
            resize.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, answers.resize(), "(I)V", false);
        }
        end(resize, Opcodes.RETURN);
    }
}
