package io.heddle.agent.runtime;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/// Keeps the JVM alive while virtual threads stand in for threads that were no daemons: virtual threads always are,
/// and without this the JVM would end with work undone.
///
/// One platform thread lives exactly while there are holds. A hold counts from the making of the virtual thread, not
/// from its first step: `main` may return in between. It ends when the thread's work ends, or when the thread was
/// dropped without ever being started. Both ways lead through one queue.
final class Keeper implements Runnable {

    private static final ReferenceQueue<Thread> ENDED = new ReferenceQueue<>();
    private static final Set<Reference<?>> HELD = new HashSet<>();

    private Keeper() {}

    /// Holds the JVM for this thread, from now on.
    static Hold hold(Thread virtual) {
        Hold hold = new Hold(virtual);
        synchronized (HELD) {
            if (HELD.isEmpty()) {
                Thread keeper = new Thread(null, new Keeper(), "heddle-keeper", 0, false);
                keeper.setDaemon(false);
                keeper.start();
            }
            HELD.add(hold);
        }
        return hold;
    }

    @Override
    public void run() {
        boolean holding = true;
        while (holding) {
            Reference<?> ended = nextEnded();
            synchronized (HELD) {
                HELD.remove(ended);
                holding = !HELD.isEmpty();
            }
        }
    }

    private static Reference<?> nextEnded() {
        while (true) {
            try {
                return ENDED.remove();
            } catch (InterruptedException e) {
                // somebody interrupts every thread there is; the work still counts
            }
        }
    }

    /// One virtual thread for which the JVM stays.
    static final class Hold extends PhantomReference<Thread> {

        Hold(Thread virtual) {
            super(virtual, ENDED);
        }

        /// The thread's work is done.
        void release() {
            enqueue();
        }
    }
}
