package io.heddle.agent.pool;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.PooledObject;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// What a pool lends: remembers when it was lent.
abstract class PooledObjectHook extends Hook {

    private final String[] wanted;

    /// @param wanted members that tell the class from others
    PooledObjectHook(String name, String target, String... wanted) {
        super(name, target);
        this.wanted = wanted;
    }

    @Override
    protected final void check(Shape shape) {
        for (String member : wanted) {
            shape.requireInstance(shape.moved(target(), member));
        }
    }

    @Override
    protected final ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Thing.into(next, shape.name());
    }

    private static final class Thing extends Weaver {

        private static final String SINCE = "heddle$lentSince";

        private final String self;

        private Thing(ClassVisitor next, String self) {
            super(next, 0);
            this.self = self;
        }

        static ClassVisitor into(ClassVisitor next, String self) {
            return new Thing(next, self);
        }

        @Override
        protected Class<?> added() {
            return PooledObject.class;
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return next;
        }

        @Override
        protected void addMembers() {
            cv.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_VOLATILE,
                            SINCE,
                            "J",
                            null,
                            null)
                    .visitEnd();

            MethodVisitor since = begin("heddleLentSince", "()J");
            since.visitVarInsn(Opcodes.ALOAD, 0);
            since.visitFieldInsn(Opcodes.GETFIELD, self, SINCE, "J");
            end(since, Opcodes.LRETURN);

            MethodVisitor lend = begin("heddleLent", "(J)V");
            lend.visitVarInsn(Opcodes.ALOAD, 0);
            lend.visitVarInsn(Opcodes.LLOAD, 1);
            lend.visitFieldInsn(Opcodes.PUTFIELD, self, SINCE, "J");
            end(lend, Opcodes.RETURN);
        }
    }
}
