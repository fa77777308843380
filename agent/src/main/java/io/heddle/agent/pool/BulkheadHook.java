package io.heddle.agent.pool;

/// A semaphore bulkhead of Resilience4j. How long a call was inside is known where it ends on the thread that it began
/// on.
public final class BulkheadHook extends LendingPool {

    static {
        found(new BulkheadHook());
    }

    private BulkheadHook() {
        super(
                "resilience4j-bulkhead",
                "io/github/resilience4j/bulkhead/internal/SemaphoreBulkhead",
                "Resilience4j bulkhead");
    }

    @Override
    Answers answers() {
        return new Answers(
                "getName()Ljava/lang/String;",
                new String[] {
                    "getBulkheadConfig()Lio/github/resilience4j/bulkhead/BulkheadConfig;>getMaxConcurrentCalls()I"
                },
                "-semaphore Ljava/util/concurrent/Semaphore;>availablePermits()I",
                "semaphore Ljava/util/concurrent/Semaphore;>getQueueLength()I");
    }

    @Override
    Places places() {
        return new Places("enter tryEnterBulkhead()Z", "leave onComplete()V");
    }
}
