/// Runs Resilience4j rate limiter out, or does not.
final class RateLimiter4jProgram {
    public static void main(String[] a) throws Exception {
        io.github.resilience4j.ratelimiter.RateLimiter l = io.github.resilience4j.ratelimiter.RateLimiter.of(
                "x",
                io.github.resilience4j.ratelimiter.RateLimiterConfig.custom()
                        .limitForPeriod(Waiters.size(a) > 2 ? 10000 : 4)
                        .limitRefreshPeriod(java.time.Duration.ofMillis(100))
                        .timeoutDuration(java.time.Duration.ofSeconds(30))
                        .build());
        Waiters.run(
                a,
                () -> l.executeCallable(() -> {
                    Waiters.work();
                    return 0;
                }));
    }
}
