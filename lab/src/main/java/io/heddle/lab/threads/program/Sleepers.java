import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts threads that sleep, and waits for them: Sleepers virtual|platform COUNT MILLIS.
public class Sleepers {

    public static void main(String[] args) throws Exception {
        boolean virtual = args[0].equals("virtual");
        int count = Integer.parseInt(args[1]);
        long millis = Long.parseLong(args[2]);
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        Runnable sleep = () -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Thread> started = new ArrayList<>(count);
        long begin = System.nanoTime();
        try {
            for (int i = 0; i < count; i++) {
                started.add(builder.start(sleep));
            }
        } catch (OutOfMemoryError e) {
            System.out.println("failedAt=" + threads.getThreadCount());
            System.out.println("failure=" + e.getMessage());
            System.exit(0);
        }
        long all = System.nanoTime();
        for (Thread thread : started) {
            thread.join();
        }
        System.out.println("startMillis=" + (all - begin) / 1e6);
        System.out.println("totalMillis=" + (System.nanoTime() - begin) / 1e6);
        System.out.println("platformThreads=" + threads.getPeakThreadCount());
        System.out.println("cpuSeconds=" + ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3);
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    System.out.println("memoryMib=" + Long.parseLong(line.replaceAll("\\D", "")) / 1024);
                }
            }
        }
    }
}
