package io.heddle.agent.hook;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.ConnectionPool;
import io.heddle.agent.runtime.ConnectionPools;
import io.heddle.agent.runtime.Holds;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// HikariCP 3 to 7: the pool answers the agent's questions, keeps the hold times, and is made known.
public final class HikariPoolHook extends Hook {

    private static final String TARGET = "com/zaxxer/hikari/pool/HikariPool";
    private static final String HOLDS = "heddle$holds";

    static {
        found(new HikariPoolHook());
    }

    private HikariPoolHook() {
        super("hikari-pool", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("<init>(L" + config(shape) + ";)V", "getActiveConnections()I", "getThreadsAwaitingConnection()I");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Pool.into(next, shape.name(), config(shape));
    }

    private static String config(Shape shape) {
        return shape.sibling(TARGET, "com/zaxxer/hikari/HikariConfig");
    }

    private static final class Pool extends Weaver {

        private static final String HOLDS_TYPE = Type.getDescriptor(Holds.class);

        private final String self;
        private final String config;

        private Pool(ClassVisitor next, String self, String config) {
            super(next, 1);
            this.self = self;
            this.config = config;
        }

        static ClassVisitor into(ClassVisitor next, String self, String config) {
            return new Pool(next, self, config);
        }

        @Override
        public void visit(int version, int access, String name, @Nullable String signature, @Nullable String superName,
                String @Nullable [] interfaces) {
            super.visit(version, access, name, signature, superName, with(interfaces, ConnectionPool.class));
        }

        @Override
        MethodVisitor method(String member, MethodVisitor next) {
            return !member.startsWith("<init>") ? next : new AtReturn(next) {
                @Override
                void code(MethodVisitor to) {
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    to.visitTypeInsn(Opcodes.NEW, Type.getInternalName(Holds.class));
                    to.visitInsn(Opcodes.DUP);
                    to.visitMethodInsn(Opcodes.INVOKESPECIAL, Type.getInternalName(Holds.class), "<init>", "()V", false);
                    to.visitFieldInsn(Opcodes.PUTFIELD, self, HOLDS, HOLDS_TYPE);
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    to.visitLdcInsn("HikariCP");
                    call(to, ConnectionPools.class, "made", "(Ljava/lang/Object;Ljava/lang/String;)V");
                }
            };
        }

        @Override
        void addMembers() {
            cv.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT, HOLDS, HOLDS_TYPE, null, null).visitEnd();

            MethodVisitor name = begin("heddleName", "()Ljava/lang/String;");
            fromConfig(name, "getPoolName", "()Ljava/lang/String;");
            end(name, Opcodes.ARETURN);

            MethodVisitor maximum = begin("heddleMaximum", "()I");
            fromConfig(maximum, "getMaximumPoolSize", "()I");
            end(maximum, Opcodes.IRETURN);

            MethodVisitor active = begin("heddleActive", "()I");
            get(active, self, "getActiveConnections", "()I");
            end(active, Opcodes.IRETURN);

            MethodVisitor waiting = begin("heddleWaiting", "()I");
            get(waiting, self, "getThreadsAwaitingConnection", "()I");
            end(waiting, Opcodes.IRETURN);

            MethodVisitor holds = begin("heddleHolds", "()".concat(HOLDS_TYPE));
            holds.visitVarInsn(Opcodes.ALOAD, 0);
            holds.visitFieldInsn(Opcodes.GETFIELD, self, HOLDS, HOLDS_TYPE);
            end(holds, Opcodes.ARETURN);
        }

        private void fromConfig(MethodVisitor to, String getter, String descriptor) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitFieldInsn(Opcodes.GETFIELD, self, "config", "L" + config + ";");
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, config, getter, descriptor, false);
        }
    }
}
