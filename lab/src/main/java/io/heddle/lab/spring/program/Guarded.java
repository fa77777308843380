import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/// Virtual threads that each hold a guard of their own while they wait, once and then again until the time is over:
/// Guarded monitor|lock THREADS MILLIS SECONDS.
public class Guarded {

    /// Where other threads could see them: the compiler cannot remove the monitors.
    static final List<Object> monitors = new ArrayList<>();

    static final List<ReentrantLock> locks = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        boolean monitor = args[0].equals("monitor");
        long millis = Long.parseLong(args[2]);
        double seconds = Double.parseDouble(args[3]);
        LongAdder done = new LongAdder();
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            monitors.add(new Object());
            locks.add(new ReentrantLock());
        }
        for (int i = 0; i < locks.size(); i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                do {
                    if (monitor) {
                        synchronized (monitors.get(number)) {
                            sleep(millis);
                        }
                    } else {
                        locks.get(number).lock();
                        try {
                            sleep(millis);
                        } finally {
                            locks.get(number).unlock();
                        }
                    }
                    done.increment();
                } while (System.nanoTime() < end);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double elapsed = (System.nanoTime() - begin) / 1e9;
        System.out.println("rounds=" + done.sum());
        System.out.println("perSecond=" + done.sum() / elapsed);
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
