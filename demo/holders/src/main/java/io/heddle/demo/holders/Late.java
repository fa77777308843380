package io.heddle.demo.holders;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/// Starts virtual threads when the scheduler takes none any more. Needs `--add-opens java.base/java.lang=ALL-UNNAMED`.
final class Late implements Job {

    private final AtomicBoolean done = new AtomicBoolean();
    private final boolean healthy;

    Late(boolean healthy) {
        this.healthy = healthy;
    }

    @Override
    public void once() throws Exception {
        if (healthy) {
            Thread.ofVirtual().start(() -> {});
            Thread.sleep(20);
        } else if (done.compareAndSet(false, true)) {
            Thread.ofPlatform().start(this::startTooLate);
        } else {
            Thread.sleep(20);
        }
    }

    void startTooLate() {
        try {
            scheduler().shutdown();
            Thread.ofVirtual().start(() -> {});
        } catch (RejectedExecutionException expected) {
            System.out.println("refused");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ForkJoinPool scheduler() throws ReflectiveOperationException {
        for (Field field : Class.forName("java.lang.VirtualThread").getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getName().matches("(DEFAULT|BUILTIN)_SCHEDULER")) {
                field.setAccessible(true);
                return (ForkJoinPool) field.get(null);
            }
        }
        throw new NoSuchFieldException("DEFAULT_SCHEDULER");
    }
}
