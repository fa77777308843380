package io.heddle.watch;

import io.heddle.model.Watch;
import io.heddle.watch.KnownAnswersTest.Known;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Watches several programs, beside each other where that disturbs none: four at a time of those that mostly wait,
/// then one by one those that compute.
final class Several {

    private static final int AT_ONCE = 4;

    private final Map<String, Future<Watch>> watches = new LinkedHashMap<>();

    /// Makes one watch.
    interface Maker {

        Watch watch(Known known, Path folder) throws Exception;
    }

    /// @param folder in which each program gets one of its own
    static Several start(List<Known> all, Path folder, Maker maker) {
        Several several = new Several();
        ExecutorService calm = Executors.newFixedThreadPool(AT_ONCE);
        ExecutorService busy = Executors.newSingleThreadExecutor();
        for (Known known : all) {
            if (!computes(known)) {
                several.watches.put(known.toString(), calm.submit(task(known, folder, maker)));
            }
        }
        calm.shutdown();
        Future<Boolean> over = busy.submit(() -> calm.awaitTermination(10, TimeUnit.MINUTES));
        for (Known known : all) {
            if (computes(known)) {
                several.watches.put(
                        known.toString(),
                        busy.submit(
                                () -> over.get() ? task(known, folder, maker).call() : fail(known)));
            }
        }
        busy.shutdown();
        return several;
    }

    /// Waits for one. What went wrong in it goes wrong here.
    Watch of(Known known) throws Exception {
        try {
            return Objects.requireNonNull(watches.get(known.toString())).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        }
    }

    private static Callable<Watch> task(Known known, Path folder, Maker maker) {
        return () -> maker.watch(
                known, Files.createDirectory(folder.resolve(known.toString().replace(' ', '-'))));
    }

    private static Watch fail(Known known) {
        throw new AssertionError("never came to " + known);
    }

    private static boolean computes(Known known) {
        return known.program().startsWith("cpu") || known.program().startsWith("yield");
    }
}
