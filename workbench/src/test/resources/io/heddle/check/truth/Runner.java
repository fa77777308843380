import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;

/// Runs shapes on virtual threads of a JVM with one carrier, and measures how late another virtual thread gets to run
/// meanwhile. Arguments: what they wait for, the folder of their classes, the recording to write, their names.
public final class Runner {

    private static final int TRIES = 2;
    private static final long NEVER_MILLIS = 5_000;
    private static final long HELD_MILLIS = Waits.MILLIS / 2;

    public static void main(String[] arguments) throws Exception {
        try (Recording recording = new Recording(); ServerSocket server = Waits.serve()) {
            for (String event : new String[] {"jdk.VirtualThreadPinned", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter"}) {
                recording.enable(event).withThreshold(Duration.ofMillis(HELD_MILLIS));
            }
            recording.start();
            boolean ends = true;
            for (int i = 3; i < arguments.length && ends; i++) {
                ends = run(arguments[0], Path.of(arguments[1]), arguments[i]);
            }
            recording.dump(Path.of(arguments[2]));
        }
        // The only carrier may be lost for ever, and who started this begins again behind the shape that lost
        // it.
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /// A busy machine makes the other thread late by chance, and never early: the better of two tries counts.
    private static boolean run(String sink, Path classes, String shape) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && least > HELD_MILLIS && (i == 0 || least < NEVER_MILLIS); i++) {
            try (URLClassLoader fresh = new URLClassLoader(new URL[] {classes.toUri().toURL()}, Runner.class.getClassLoader())) {
                least = Math.min(least, delay(sink, shape, (Task) fresh.loadClass(shape).getConstructor().newInstance()));
            }
        }
        System.out.println(shape + " " + least);
        return least < NEVER_MILLIS;
    }

    private static long delay(String sink, String shape, Task task) throws Exception {
        Waits.prepare(sink);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        AtomicLong delay = new AtomicLong();
        Thread thread = Thread.ofVirtual().name(shape).start(() -> {
            started.countDown();
            try {
                task.run();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        started.await();
        Thread.sleep(10);
        long asked = System.nanoTime();
        Thread.ofVirtual().name("probe").start(() -> {
            delay.set(System.nanoTime() - asked);
            answered.countDown();
        });
        if (!answered.await(NEVER_MILLIS, TimeUnit.MILLISECONDS)) {
            return NEVER_MILLIS;
        }
        thread.join();
        return TimeUnit.NANOSECONDS.toMillis(delay.get());
    }
}
