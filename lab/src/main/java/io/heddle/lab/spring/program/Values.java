import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.MDC;

/// What becomes of values bound to threads: Values ThreadLocal|InheritableThreadLocal|MDC|ScopedValue|nothing platform|virtual REQUESTS.
public class Values {

    interface Binding {

        /// Runs with a value, and does not clean up: as careless code does.
        void with(Supplier<String> value, Runnable body) throws Exception;

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
        double without = heldMib(binding("nothing"), virtual, requests);
        System.out.println("mib=" + Math.max(0, heldMib(binding, virtual, requests) - without));
    }

    /// A request starts a thread.
    static String child(Binding binding, boolean virtual) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        start(virtual, () -> run(binding, () -> "own", () -> join(start(virtual, () -> seen.set(binding.seen()))))).join();
        return seen.get() == null ? "none" : "its request's";
    }

    /// A request comes after another one, with no value of its own.
    static String next(Binding binding, boolean virtual) throws Exception {
        try (ExecutorService executor = executor(virtual, 1)) {
            executor.submit(() -> run(binding, () -> "last", () -> { })).get();
            return executor.submit(binding::seen).get() == null ? "none" : "the last one's";
        }
    }

    /// A second request hands a task to the executor that the first one has used.
    static String task(Binding binding, boolean virtual) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        try (ExecutorService executor = executor(virtual, 1)) {
            for (String request : new String[] {"first", "second"}) {
                start(virtual, () -> run(binding, () -> request, () -> {
                    try {
                        executor.submit(() -> seen.set(binding.seen())).get();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })).join();
            }
        }
        return seen.get() == null ? "none" : seen.get().equals("second") ? "its request's" : "another request's";
    }

    /// Heap in use while as many requests as possible hold a value of 1 KiB.
    static double heldMib(Binding binding, boolean virtual, int requests) throws Exception {
        int atOnce = virtual ? requests : Math.min(200, requests);
        CountDownLatch bound = new CountDownLatch(atOnce);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService executor = executor(virtual, 200)) {
            for (int i = 0; i < requests; i++) {
                String request = String.valueOf(i);
                executor.submit(() -> run(binding, () -> request.repeat(1_024 / request.length()), () -> {
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
            double used = (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / (double) (1 << 20);
            end.countDown();
            return used;
        }
    }

    static Binding binding(String kind) throws Exception {
        return switch (kind) {
            case "ThreadLocal" -> local(new ThreadLocal<>());
            case "InheritableThreadLocal" -> local(new InheritableThreadLocal<>());
            case "MDC" -> new Binding() {
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
            default -> new Binding() {
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

    /// By reflection, since it is a preview before JDK 25.
    static Binding scoped() throws Exception {
        Class<?> type = Class.forName("java.lang.ScopedValue");
        Object key = type.getMethod("newInstance").invoke(null);
        Method where = type.getMethod("where", type, Object.class);
        Method run = where.getReturnType().getMethod("run", Runnable.class);
        Method isBound = type.getMethod("isBound");
        Method get = type.getMethod("get");
        return new Binding() {
            @Override
            public void with(Supplier<String> value, Runnable body) throws Exception {
                run.invoke(where.invoke(null, key, value.get()), body);
            }

            @Override
            public String seen() {
                try {
                    return (boolean) isBound.invoke(key) ? (String) get.invoke(key) : null;
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    static void run(Binding binding, Supplier<String> value, Runnable body) {
        try {
            binding.with(value, body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
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
