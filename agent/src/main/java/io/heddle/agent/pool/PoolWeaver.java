package io.heddle.agent.pool;

import io.heddle.agent.runtime.ConnectionPool;
import io.heddle.agent.runtime.ConnectionPools;
import io.heddle.agent.runtime.Holds;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// Changes a connection pool's class as its [LendingPool] says.
final class PoolWeaver extends Weaver {

    private static final String HOLDS = "heddle$holds";
    private static final String HOLDS_TYPE = Type.getDescriptor(Holds.class);

    private final Shape shape;
    private final LendingPool hook;
    private final String kind;

    private PoolWeaver(ClassVisitor next, Shape shape, LendingPool hook, String kind) {
        super(next, 1 + places(hook.places().lent()) + places(hook.places().back()));
        this.shape = shape;
        this.hook = hook;
        this.kind = kind;
    }

    static ClassVisitor into(ClassVisitor next, Shape shape, LendingPool hook, String kind) {
        return new PoolWeaver(next, shape, hook, kind);
    }

    private static int places(String place) {
        return place.isEmpty() ? 0 : 1;
    }

    @Override
    protected Class<?> added() {
        return ConnectionPool.class;
    }

    @Override
    protected MethodVisitor method(String member, MethodVisitor next) {
        if (member.startsWith("<init>")) {
            return new Made(next);
        }
        LendingPool.Places places = hook.places();
        MethodVisitor method = new Calls(
                next, after(places.lent(), "call "), after(places.lent(), "hand "), after(places.back(), "call "));
        if (is(member, places.lent(), "return ")) {
            method = new AtReturn(method) {
                @Override
                protected void code(MethodVisitor to) {
                    to.visitInsn(Opcodes.DUP);
                    call(to, ConnectionPools.class, "lent", "(Ljava/lang/Object;)V");
                }
            };
        }
        if (is(member, places.lent(), "take ")) {
            method = new AtEntry(method) {
                @Override
                protected void code(MethodVisitor to) {
                    to.visitVarInsn(Opcodes.ALOAD, 1);
                    call(to, ConnectionPools.class, "lent", "(Ljava/lang/Object;)V");
                }
            };
        }
        if (is(member, places.lent(), "enter ")) {
            method = new AtReturn(method) {
                @Override
                protected void code(MethodVisitor to) {
                    to.visitInsn(Opcodes.DUP);
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    call(to, ConnectionPools.class, "entered", "(ZLjava/lang/Object;)V");
                }
            };
        }
        if (is(member, places.back(), "take ")) {
            method = new AtEntry(method) {
                @Override
                protected void code(MethodVisitor to) {
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    to.visitVarInsn(Opcodes.ALOAD, 1);
                    call(to, ConnectionPools.class, "back", "(Ljava/lang/Object;Ljava/lang/Object;)V");
                }
            };
        }
        if (is(member, places.back(), "leave ")) {
            method = new AtEntry(method) {
                @Override
                protected void code(MethodVisitor to) {
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    call(to, ConnectionPools.class, "left", "(Ljava/lang/Object;)V");
                }
            };
        }
        return method;
    }

    private boolean is(String member, String place, String kind) {
        String wanted = after(place, kind);
        return !wanted.isEmpty() && member.startsWith(shape.moved(hook.target(), wanted));
    }

    private static String after(String place, String kind) {
        return place.startsWith(kind) ? place.substring(kind.length()) : "";
    }

    @Override
    protected void addMembers() {
        LendingPool.Answers answers = hook.answers();
        cv.visitField(
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT,
                        HOLDS,
                        HOLDS_TYPE,
                        null,
                        null)
                .visitEnd();

        MethodVisitor name = begin("heddleName", "()Ljava/lang/String;");
        if (answers.name().isEmpty()) {
            name.visitLdcInsn("");
        } else if (!path(name, answers.name()).equals("Ljava/lang/String;")) {
            call(name, ConnectionPools.class, "nameOf", "(Ljava/lang/Object;)Ljava/lang/String;");
        }
        end(name, Opcodes.ARETURN);

        MethodVisitor maximum = begin("heddleMaximum", "()I");
        pushMaximum(maximum, answers);
        end(maximum, Opcodes.IRETURN);

        MethodVisitor active = begin("heddleActive", "()I");
        if (answers.active().startsWith("-")) {
            pushMaximum(active, answers);
            number(active, answers.active().substring(1));
            active.visitInsn(Opcodes.ISUB);
        } else {
            number(active, answers.active());
        }
        end(active, Opcodes.IRETURN);

        MethodVisitor waiting = begin("heddleWaiting", "()I");
        number(waiting, answers.waiting());
        end(waiting, Opcodes.IRETURN);

        MethodVisitor holds = begin("heddleHolds", "()".concat(HOLDS_TYPE));
        holds.visitVarInsn(Opcodes.ALOAD, 0);
        holds.visitFieldInsn(Opcodes.GETFIELD, shape.name(), HOLDS, HOLDS_TYPE);
        end(holds, Opcodes.ARETURN);
    }

    private void pushMaximum(MethodVisitor to, LendingPool.Answers answers) {
        for (String maximum : answers.maximum()) {
            number(to, maximum);
        }
        if (answers.maximum().length == 3) {
            call(to, ConnectionPools.class, "most", "(III)I");
        }
    }

    private void number(MethodVisitor to, String path) {
        if (path(to, path).equals("J")) {
            to.visitInsn(Opcodes.L2I);
        }
    }

    private String path(MethodVisitor to, String path) {
        return walk(to, shape.name(), shape.moved(hook.target(), path.startsWith("^") ? path.substring(1) : path));
    }

    /// At the end of a constructor: `this.holds = new Holds(); ConnectionPools.made(this, kind)`.
    private final class Made extends AtEndOfConstructor {

        Made(MethodVisitor next) {
            super(next, shape.name());
        }

        @Override
        protected void made(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitTypeInsn(Opcodes.NEW, Type.getInternalName(Holds.class));
            to.visitInsn(Opcodes.DUP);
            to.visitMethodInsn(Opcodes.INVOKESPECIAL, Type.getInternalName(Holds.class), "<init>", "()V", false);
            to.visitFieldInsn(Opcodes.PUTFIELD, shape.name(), HOLDS, HOLDS_TYPE);
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitLdcInsn(kind);
            call(to, ConnectionPools.class, "made", "(Ljava/lang/Object;Ljava/lang/String;)V");
        }
    }

    /// Before calls in the pool's own methods: the thing lies on top of the stack, and below it the pool where it
    /// is the receiver.
    private final class Calls extends MethodVisitor {

        private final String lent;
        private final String handed;
        private final String back;

        Calls(MethodVisitor next, String lent, String handed, String back) {
            super(Opcodes.ASM9, next);
            this.lent = lent;
            this.handed = handed;
            this.back = back;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String member = name + descriptor;
            if (!lent.isEmpty() && member.startsWith(lent)) {
                super.visitInsn(Opcodes.DUP);
                call(mv, ConnectionPools.class, "lent", "(Ljava/lang/Object;)V");
                count();
            } else if (!handed.isEmpty() && member.startsWith(handed)) {
                super.visitInsn(Opcodes.DUP);
                call(mv, ConnectionPools.class, "lentToSomebody", "(Ljava/lang/Object;)V");
                count();
            } else if (!back.isEmpty() && member.startsWith(back)) {
                super.visitInsn(Opcodes.DUP2);
                call(mv, ConnectionPools.class, "back", "(Ljava/lang/Object;Ljava/lang/Object;)V");
                count();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
