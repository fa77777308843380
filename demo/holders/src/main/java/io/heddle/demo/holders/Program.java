package io.heddle.demo.holders;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;

/// Runs one program: `NAME[-healthy] SECONDS`. Two more virtual threads only sleep, as a service's timers do. All are
/// named as the system property `thread.name` says. With `pool.first` a pool of its own comes before the one that
/// carries virtual threads.
public final class Program {

    private static final int THREADS = 4;

    private Program() {}

    /// Ends after so many seconds, whatever its threads do.
    public static void main(String[] arguments) throws Exception {
        String name = arguments[0];
        long end = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 1e9);
        boolean healthy = name.endsWith("-healthy");
        if (Boolean.getBoolean("pool.first")) {
            new ForkJoinPool(1).submit(() -> LockSupport.parkUntil(Long.MAX_VALUE));
        }
        for (int i = 0; i < 2; i++) {
            start(() -> Thread.sleep(13), end);
        }
        List<Job> jobs = jobs(healthy ? name.substring(0, name.length() - "-healthy".length()) : name, healthy);
        List<Thread> threads = new ArrayList<>();
        for (Job job : jobs) {
            threads.add(start(job, end));
        }
        System.out.println("ready");
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        Runtime.getRuntime().exit(0);
    }

    private static Thread start(Job job, long end) {
        return Thread.ofVirtual().name(System.getProperty("thread.name", "")).start(() -> {
            try {
                while (System.nanoTime() < end) {
                    job.once();
                }
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
    }

    private static List<Job> jobs(String name, boolean healthy) throws Exception {
        return switch (name) {
            case "sync-sleep" -> times(THREADS, () -> healthy ? new Ledger()::postWithLock : new Ledger()::post);
            case "platform-owner" -> {
                Gate gate = Gate.held();
                yield times(THREADS, () -> healthy ? gate::enterWithLock : gate::enter);
            }
            case "object-wait" -> times(THREADS, () -> healthy ? new Mailbox()::await : new Mailbox()::take);
            case "upcall" -> times(THREADS, () -> healthy ? Callback::direct : Callback::call);
            case "native-block" -> times(THREADS, () -> healthy ? () -> Thread.sleep(100) : Nap::nap);
            case "class-init" -> times(THREADS, () -> () -> Loading.initialize(healthy));
            case "class-init-wait" -> List.of(() -> Loading.initializeElsewhere(healthy));
            case "cpu" -> times(THREADS, () -> () -> Hash.grind(healthy ? 1 : 120));
            case "yield" -> times(THREADS, () -> healthy ? Turnstile::park : Turnstile::await);
            case "file" -> Pipe.jobs(THREADS, healthy);
            case "deadlock" -> Span.jobs(healthy);
            case "convoy" -> Registry.jobs(healthy);
            case "pool" -> Orders.jobs(healthy);
            case "leak" -> List.of(healthy ? Subscriptions::openAndClose : Subscriptions::open);
            case "submit" -> List.of(new Late(healthy));
            case "many", "many-pinned" -> {
                Many.start(name.equals("many-pinned"));
                yield List.of();
            }
            case "hoard" -> List.of(new Hoard()::more);
            case "idle" -> List.of();
            default -> throw new IllegalArgumentException("there is no program " + name);
        };
    }

    private static List<Job> times(int count, java.util.function.Supplier<Job> maker) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(maker.get());
        }
        return jobs;
    }
}
