import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.MDC;

/// What becomes of values bound to threads: Values ThreadLocal|InheritableThreadLocal|MDC|ScopedValue|nothing
/// platform|virtual REQUESTS.
public class Values {

    static final int POOL = 200;
    static final int VALUE_BYTES = 1_024;

    /// Code that is not compiled yet keeps larger stacks: these rounds are not counted.
    static final int WARM_ROUNDS = 3;
    static final int ROUNDS = 3;

    interface Binding {

        /// Runs with a value, and does not clean up: as careless code does.
        void with(Supplier<String> value, Runnable body);

        /// The value that this thread sees; null for none.
        String seen();
    }

    public static void main(String[] args) throws Exception {
        boolean virtual = args[1].equals("virtual");
        int requests = Integer.parseInt(args[2]);
        Binding binding = binding(args[0]);
        System.out.println("child=" + child(binding, virtual));
        System.out.println("next=" + next(binding, virtual));
        System.out.println("task=" + task(binding, virtual));
        System.out.println("values=" + (virtual ? requests : POOL));
        System.out.println("bytes=" + heldBytes(binding, virtual, requests));
    }

    /// What the values take, in bytes: with them, less without them, the median of rounds in turn.
    static double heldBytes(Binding binding, boolean virtual, int requests) throws Exception {
        Binding nothing = binding("nothing");
        double[] held = new double[ROUNDS];
        for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
            double without = usedBytes(nothing, virtual, requests);
            double with = usedBytes(binding, virtual, requests);
            if (round >= 0) {
                held[round] = with - without;
            }
        }
        Arrays.sort(held);
        return held[ROUNDS / 2];
    }

    /// A request starts a thread.
    static String child(Binding binding, boolean virtual) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        start(virtual, () -> binding.with(() -> "own", () -> join(start(virtual, () -> seen.set(binding.seen())))))
                .join();
        return seen.get() == null ? "none" : "its request's";
    }

    /// A request comes after another one, with no value of its own.
    static String next(Binding binding, boolean virtual) throws Exception {
        try (ExecutorService executor = executor(virtual, 1)) {
            executor.submit(() -> binding.with(() -> "last", () -> {})).get();
            return executor.submit(binding::seen).get() == null ? "none" : "the last one's";
        }
    }

    /// A second request hands a task to the executor that the first one has used.
    static String task(Binding binding, boolean virtual) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        try (ExecutorService executor = executor(virtual, 1)) {
            for (String request : new String[] {"first", "second"}) {
                start(
                                virtual,
                                () -> binding.with(() -> request, () -> {
                                    try {
                                        executor.submit(() -> seen.set(binding.seen()))
                                                .get();
                                    } catch (Exception e) {
                                        throw new IllegalStateException(e);
                                    }
                                }))
                        .join();
            }
        }
        return seen.get() == null ? "none" : seen.get().equals("second") ? "its request's" : "another request's";
    }

    /// Heap in use, in bytes, while as many requests as possible hold a value of 1 KiB.
    static double usedBytes(Binding binding, boolean virtual, int requests) throws Exception {
        int atOnce = virtual ? requests : POOL;
        CountDownLatch bound = new CountDownLatch(atOnce);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService executor = executor(virtual, POOL)) {
            for (int i = 0; i < requests; i++) {
                String request = String.valueOf(i);
                executor.submit(() -> binding.with(() -> request + " ".repeat(VALUE_BYTES - request.length()), () -> {
                    bound.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
            bound.await();
            System.gc();
            double used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            end.countDown();
            return used;
        }
    }

    static Binding binding(String kind) {
        return switch (kind) {
            case "ThreadLocal" -> local(new ThreadLocal<>());
            case "InheritableThreadLocal" -> local(new InheritableThreadLocal<>());
            case "MDC" ->
                new Binding() {
                    @Override
                    public void with(Supplier<String> value, Runnable body) {
                        MDC.put("request", value.get());
                        body.run();
                    }

                    @Override
                    public String seen() {
                        return MDC.get("request");
                    }
                };
            case "ScopedValue" -> scoped();
            default ->
                new Binding() {
                    @Override
                    public void with(Supplier<String> value, Runnable body) {
                        body.run();
                    }

                    @Override
                    public String seen() {
                        return null;
                    }
                };
        };
    }

    static Binding local(ThreadLocal<String> local) {
        return new Binding() {
            @Override
            public void with(Supplier<String> value, Runnable body) {
                local.set(value.get());
                body.run();
            }

            @Override
            public String seen() {
                return local.get();
            }
        };
    }

    /// A preview before JDK 25.
    static Binding scoped() {
        ScopedValue<String> key = ScopedValue.newInstance();
        return new Binding() {
            @Override
            public void with(Supplier<String> value, Runnable body) {
                ScopedValue.where(key, value.get()).run(body);
            }

            @Override
            public String seen() {
                return key.isBound() ? key.get() : null;
            }
        };
    }

    static Thread start(boolean virtual, Runnable body) {
        return virtual ? Thread.startVirtualThread(body) : Thread.ofPlatform().start(body);
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static ExecutorService executor(boolean virtual, int threads) {
        return virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(threads);
    }
}
