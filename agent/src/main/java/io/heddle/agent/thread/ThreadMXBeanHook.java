package io.heddle.agent.thread;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Lost;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/// The JDK's `ThreadMXBean`, which knows platform threads only: whoever asks it how many threads there are, what they
/// do and what they cost is told less than on platform threads, and that is said.
public final class ThreadMXBeanHook extends Hook {

    private static final String COUNT = "getThreadCount()I";

    static {
        found(new ThreadMXBeanHook());
    }

    private ThreadMXBeanHook() {
        super("thread-mx-bean", "sun/management/ThreadImpl");
    }

    @Override
    public boolean wanted(Settings settings) {
        return settings.mode() == Mode.FLIP;
    }

    @Override
    public boolean retransforms() {
        return true;
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(COUNT);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Bean.into(next);
    }

    private static final class Bean extends Weaver {

        private Bean(ClassVisitor next) {
            super(next, 1);
        }

        static ClassVisitor into(ClassVisitor next) {
            return new Bean(next);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !asks(member)
                    ? next
                    : new AtEntry(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            call(to, Lost.class, "threadsAsked", "()V");
                        }
                    };
        }

        private static boolean asks(String member) {
            return member.equals(COUNT)
                    || member.startsWith("getAllThreadIds(")
                    || member.startsWith("getThreadInfo(")
                    || member.startsWith("getThreadCpuTime(")
                    || member.startsWith("getThreadUserTime(")
                    || member.startsWith("dumpAllThreads(")
                    || member.startsWith("findDeadlockedThreads(")
                    || member.startsWith("getCurrentThreadCpuTime(")
                    || member.startsWith("getPeakThreadCount(");
        }
    }
}
