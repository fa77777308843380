package io.heddle.agent.pool;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.ConnectionPools;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// HikariCP 3 to 7: a pooled connection remembers when it was borrowed, and tells its pool when it is given back.
public final class HikariEntryHook extends Hook {

    private static final String TARGET = "com/zaxxer/hikari/pool/PoolEntry";
    private static final String BORROWED = "heddle$borrowed";

    static {
        found(new HikariEntryHook());
    }

    private HikariEntryHook() {
        super("hikari-entry", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        String leak = shape.sibling(TARGET, "com/zaxxer/hikari/pool/ProxyLeakTask");
        shape.requireInstance("hikariPool L" + shape.sibling(TARGET, "com/zaxxer/hikari/pool/HikariPool") + ";");
        String borrow = "createProxyConnection(L" + leak + ";";
        boolean from5 = shape.has(borrow + ")Ljava/sql/Connection;") && shape.has("recycle()V");
        boolean before5 = shape.has(borrow + "J)Ljava/sql/Connection;") && shape.has("recycle(J)V");
        if (from5 == before5) {
            throw new Refused("createProxyConnection and recycle are not as in any version from 3 to 7");
        }
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Entry.into(next, shape.name(), "L" + shape.sibling(TARGET, "com/zaxxer/hikari/pool/HikariPool") + ";");
    }

    private static final class Entry extends Weaver {

        private final String self;
        private final String pool;

        private Entry(ClassVisitor next, String self, String pool) {
            super(next, 2);
            this.self = self;
            this.pool = pool;
        }

        static ClassVisitor into(ClassVisitor next, String self, String pool) {
            return new Entry(next, self, pool);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            if (member.startsWith("createProxyConnection(")) {
                return new AtEntry(next) {
                    @Override
                    protected void code(MethodVisitor to) {
                        to.visitVarInsn(Opcodes.ALOAD, 0);
                        call(to, ConnectionPools.class, "lent", "()J");
                        to.visitFieldInsn(Opcodes.PUTFIELD, self, BORROWED, "J");
                    }
                };
            }
            return !member.startsWith("recycle(")
                    ? next
                    : new AtEntry(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            to.visitFieldInsn(Opcodes.GETFIELD, self, "hikariPool", pool);
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            to.visitFieldInsn(Opcodes.GETFIELD, self, BORROWED, "J");
                            call(to, ConnectionPools.class, "returned", "(Ljava/lang/Object;J)V");
                        }
                    };
        }

        @Override
        protected void addMembers() {
            cv.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT,
                            BORROWED,
                            "J",
                            null,
                            null)
                    .visitEnd();
        }
    }
}
