/// Runs Spring concurrency limit out, or does not.
final class SpringLimitProgram {
    static final class L extends org.springframework.util.ConcurrencyThrottleSupport {
        void use() throws Exception {
            beforeAccess();
            try {
                Waiters.work();
            } finally {
                afterAccess();
            }
        }
    }

    public static void main(String[] a) throws Exception {
        L l = new L();
        l.setConcurrencyLimit(Waiters.size(a));
        Waiters.run(a, l::use);
    }
}
