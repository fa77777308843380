/// Runs Failsafe bulkhead out, or does not.
final class FailsafeProgram {
    public static void main(String[] a) throws Exception {
        dev.failsafe.Bulkhead<Object> b = dev.failsafe.Bulkhead.<Object>builder(Waiters.size(a))
                .withMaxWaitTime(java.time.Duration.ofSeconds(30))
                .build();
        Waiters.run(a, () -> dev.failsafe.Failsafe.with(b).run(Waiters::work));
    }
}
