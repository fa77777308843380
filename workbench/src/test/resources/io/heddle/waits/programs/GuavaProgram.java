import com.google.common.util.concurrent.RateLimiter;

/// Runs Guava RateLimiter out, or does not.
final class GuavaProgram {
    public static void main(String[] a) throws Exception {
        RateLimiter l = RateLimiter.create(Waiters.size(a) > 2 ? 100000 : 40);
        Waiters.run(a, () -> {
            l.acquire();
            Waiters.work();
        });
    }
}
