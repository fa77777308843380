/// Runs Resilience4j bulkhead out, or does not.
final class BulkheadProgram {
    public static void main(String[] a) throws Exception {
        io.github.resilience4j.bulkhead.Bulkhead b = io.github.resilience4j.bulkhead.Bulkhead.of(
                "x",
                io.github.resilience4j.bulkhead.BulkheadConfig.custom()
                        .maxConcurrentCalls(Waiters.size(a))
                        .maxWaitDuration(java.time.Duration.ofSeconds(30))
                        .build());
        Waiters.run(
                a,
                () -> b.executeCallable(() -> {
                    Waiters.work();
                    return 0;
                }));
    }
}
