package io.heddle.race.overload;

import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.model.Overload.Limit;
import io.heddle.model.PoolUse;
import io.heddle.race.trial.Meter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds what limits an arm under overload, and how many requests at once fill it. By Little's law L = λW: what it can
/// answer at most, times what a request takes when nobody is in its way. More than these only wait; fewer leave it
/// idle. The heap has no rate, but room for so many requests.
final class Permits {

    private static final double MEGABYTE = 1 << 20;

    private Permits() {}

    /// What was seen while the arm had too much to do.
    ///
    /// @param capacity what it answers at most, requests a second
    /// @param serviceMillis what a request takes when it is alone
    /// @param bounds of this arm and path, with those that no threading mode can exceed
    /// @param pools what was used of them
    /// @param busy share of its processors that the target used
    /// @param machine share of all processors that the target and the generator used together
    /// @param threads of its pool; 0 for no pool
    /// @param running most requests within their handlers; 0 where they are not counted
    /// @param heap what it was filled with
    /// @param outOfMemory whether the target said so
    record Seen(
            double capacity,
            double serviceMillis,
            List<Bound> bounds,
            List<PoolUse> pools,
            double busy,
            double machine,
            int threads,
            long running,
            HeapUse heap,
            boolean outOfMemory) {

        private Optional<PoolUse> fullPool() {
            return pools.stream()
                    .filter(pool -> pool.maximum() > 0 && pool.peakActive() >= pool.maximum() && pool.peakWaiting() > 0)
                    .max(Comparator.comparingInt(PoolUse::peakWaiting));
        }

        private Optional<Bound> bound(Bound.Kind kind, String name) {
            return bounds.stream()
                    .filter(bound -> bound.kind() == kind
                            && (name.isEmpty() || bound.name().equals(name)))
                    .min(Comparator.comparingDouble(Bound::throughput));
        }
    }

    static Limit of(Seen seen) {
        if (seen.outOfMemory() || seen.heap().isFull()) {
            return heap(seen.heap());
        }
        Optional<PoolUse> pool = seen.fullPool();
        if (pool.isPresent()) {
            String name = pool.orElseThrow().name();
            double most =
                    seen.bound(Bound.Kind.POOL, name).map(Bound::throughput).orElse(seen.capacity());
            return little("pool", name, most, seen.serviceMillis());
        }
        Optional<Bound> lock = seen.bound(Bound.Kind.LOCK, "");
        if (lock.isPresent()) {
            return little("lock", lock.orElseThrow().name(), lock.orElseThrow().throughput(), seen.serviceMillis());
        }
        if (Math.max(seen.busy(), seen.machine()) >= Meter.BUSY) {
            return little("cpu", "", seen.capacity(), seen.serviceMillis());
        }
        boolean threads = seen.threads() > 0 && (seen.running() == 0 || seen.running() >= seen.threads());
        double byThreads = seen.threads() / seen.serviceMillis() * 1e3;
        // threads that wait for something slower than a lone request does are not what limits
        return threads && seen.capacity() >= Judgement.KEPT * byThreads
                ? new Limit("threads", "", seen.threads(), "the server's pool")
                : little("downstream", "", seen.capacity(), seen.serviceMillis());
    }

    private static Limit little(String kind, String name, double rate, double millis) {
        return new Limit(
                kind,
                name,
                (int) Math.max(1, Math.ceil(rate * millis / 1e3 - 1e-9)),
                Figures.rate(rate) + " × " + Figures.millis(millis));
    }

    private static Limit heap(HeapUse heap) {
        String why = heap.permits() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%.0f MB for requests ÷ %s MB each",
                        heap.room() / MEGABYTE,
                        Figures.number(heap.bytesPerRequest() / MEGABYTE));
        return new Limit("heap", "", heap.permits(), why);
    }
}
