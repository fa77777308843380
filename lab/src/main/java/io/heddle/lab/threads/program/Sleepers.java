import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts threads that sleep, and waits for them: Sleepers virtual|platform COUNT MILLIS.
public class Sleepers {

    static final Path TASKS = Path.of("/proc/self/task");

    public static void main(String[] args) throws Exception {
        boolean virtual = args[0].equals("virtual");
        int count = Integer.parseInt(args[1]);
        long millis = Long.parseLong(args[2]);
        Thread.Builder builder =
                virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        Runnable sleep = () -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Thread> started = new ArrayList<>(count);
        // Loads what is needed once there is no thread to be had.
        tasks();
        long begin = System.nanoTime();
        long all;
        try {
            for (int i = 0; i < count; i++) {
                started.add(builder.start(sleep));
            }
            all = System.nanoTime();
            for (Thread thread : started) {
                thread.join();
            }
        } catch (OutOfMemoryError e) {
            all = System.nanoTime();
            long tasks = tasks();
            long alive = started.stream().filter(Thread::isAlive).count();
            System.out.println("failedAt=" + alive);
            System.out.println("others=" + (tasks - alive));
            System.out.println("failure=" + e.getMessage());
        }
        System.out.println("started=" + started.size());
        System.out.println("startMillis=" + (all - begin) / 1e6);
        System.out.println("totalMillis=" + (System.nanoTime() - begin) / 1e6);
        System.out.println("platformThreads=" + threads.getPeakThreadCount());
        System.out.println("cpuSeconds="
                + ProcessHandle.current()
                                .info()
                                .totalCpuDuration()
                                .orElseThrow()
                                .toMillis()
                        / 1e3);
        System.out.println("pauseSeconds="
                + ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                                .sum()
                        / 1e3);
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    System.out.println("memoryMib=" + Long.parseLong(line.replaceAll("\\D", "")) / 1024);
                }
            }
        }
        System.exit(0);
    }

    /// Threads of this process as the kernel counts them, those of the JVM itself too.
    static long tasks() throws Exception {
        try (java.util.stream.Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.count();
        }
    }
}
