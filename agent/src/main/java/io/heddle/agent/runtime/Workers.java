package io.heddle.agent.runtime;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Makes the workers of a `ThreadPoolExecutor` virtual and leaves all else of the pool as it is.
///
/// The pool's own factory makes its platform thread as always; that thread is never started. The virtual thread takes
/// over its name, handler, context class loader and inheritable thread locals, and runs *it*: `Thread.run()` runs the
/// thread's own task in the caller, so that whatever the factory wrapped around the worker survives. Lost are priority
/// and thread group, which virtual threads do not have.
public final class Workers {

    /// Pools that are reported one by one; a target that makes pools without end must not fill the file.
    private static final int MOST_REPORTED = 200;

    /// Else the worker inherits from the thread that submits, which differs only where a factory said that nothing
    /// is inherited.
    private static final boolean COPIES_INHERITED = copiesInherited();

    /// Name of the hook that makes pools call here.
    static final String HOOK = "thread-pool";

    private static final AtomicInteger REPORTED = new AtomicInteger();

    private Workers() {}

    /// Stands in for `factory.newThread(worker)` where the pool makes a worker.
    ///
    /// @return the virtual thread; the factory's own, when it must stay as it is; null when the factory
    ///     refused
    public static @Nullable Thread newThread(ThreadFactory factory, Runnable worker, ThreadPoolExecutor pool) {
        Thread made = factory.newThread(worker);
        if (made == null || !mayFlip(made, factory.getClass())) {
            return made;
        }
        Thread virtual;
        try {
            virtual = virtualOf(made);
        } catch (RuntimeException | LinkageError e) {
            return made;
        }
        report(pool, virtual);
        Lost.of(made);
        return virtual;
    }

    /// Subclasses of `Thread` carry behaviour of their own, and pools of the JDK's own parts (its HTTP client, the
    /// timer of `CompletableFuture`) are no part of the service: both stay.
    private static boolean mayFlip(Thread made, Class<?> factory) {
        return made.getClass() == Thread.class && made.getState() == Thread.State.NEW && !belongsToJdk(factory);
    }

    private static boolean belongsToJdk(Class<?> factory) {
        ClassLoader loader = factory.getClassLoader();
        if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
            return false;
        }
        String name = factory.getName();
        return !name.startsWith("java.util.concurrent.Executors$") && !name.startsWith("java.lang.ThreadBuilders$");
    }

    private static boolean copiesInherited() {
        try {
            Thread none = Thread.ofVirtual().unstarted(new Work(Thread.currentThread()));
            Inheritance.copy(none, none);
            return true;
        } catch (LinkageError e) {
            return false; // a JDK that keeps them elsewhere
        }
    }

    private static Thread virtualOf(Thread made) {
        Work work = new Work(made);
        Thread virtual = Thread.ofVirtual()
                .name(made.getName())
                .uncaughtExceptionHandler(made.getUncaughtExceptionHandler())
                .inheritInheritableThreadLocals(!COPIES_INHERITED)
                .unstarted(work);
        if (COPIES_INHERITED) {
            Inheritance.copy(made, virtual);
        }
        ClassLoader context = made.getContextClassLoader();
        if (virtual.getContextClassLoader() != context) {
            virtual.setContextClassLoader(context);
        }
        if (!made.isDaemon()) {
            work.hold = Keeper.hold(virtual);
        }
        return virtual;
    }

    private static void report(ThreadPoolExecutor pool, Thread first) {
        boolean news;
        try {
            news = pool.getLargestPoolSize() == 0;
        } catch (RuntimeException e) {
            return; // a subclass with a will of its own: its report is not worth a failure
        }
        if (news && REPORTED.getAndIncrement() < MOST_REPORTED) {
            Reports.add(new PoolFlipped(pool.getClass().getName(), first.getName()));
        }
    }

    private record PoolFlipped(String pool, String thread) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("pool-flipped").put("class", pool).put("thread", thread).put("hook", HOOK);
        }
    }

    /// The body of a virtual worker.
    private static final class Work implements Runnable {

        private final Runnable made;
        private volatile Keeper.@Nullable Hold hold;

        Work(Runnable made) {
            this.made = made;
        }

        @Override
        public void run() {
            Keeper.Hold held = hold;
            if (held == null) {
                made.run();
                return;
            }
            try {
                made.run();
            } catch (Throwable thrown) { // the JVM must not end before the handler ran, as it would not with a platform
                // thread
                Thread self = Thread.currentThread();
                self.getUncaughtExceptionHandler().uncaughtException(self, thrown);
            } finally {
                held.release();
            }
        }
    }
}
