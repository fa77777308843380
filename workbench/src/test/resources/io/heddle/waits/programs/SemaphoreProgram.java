/// Runs Semaphore out, or does not.
final class SemaphoreProgram {
    public static void main(String[] a) throws Exception {
        java.util.concurrent.Semaphore s = new java.util.concurrent.Semaphore(Waiters.size(a));
        Waiters.run(a, () -> {
            s.acquire();
            try {
                Waiters.work();
            } finally {
                s.release();
            }
        });
    }
}
