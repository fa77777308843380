package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Certainty;
import io.heddle.model.Watch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings of this JVM in which nobody waits: is there reason to say so?
class BlindnessTest {

    private static final List<String> ALL = List.of(
            "jdk.VirtualThreadPinned",
            "jdk.ExecutionSample",
            "jdk.NativeMethodSample",
            "jdk.ThreadSleep",
            "jdk.ActiveSetting",
            "jdk.InitialSystemProperty",
            "jdk.JVMInformation");

    @TempDir
    private Path folder;

    @Test
    void whereAllThatMattersWasRecordedItIsHealthy() throws Exception {
        Watch watch = watch(ALL, true);
        assertEquals(Watch.State.HEALTHY, watch.state(), watch::text);
        assertEquals("no virtual thread was seen to wait for a carrier", watch.text());
    }

    @Test
    void whatIsSwitchedOffIsNamed() throws Exception {
        Watch watch = watch(without("jdk.VirtualThreadPinned", "jdk.ExecutionSample"), true);
        assertEquals(Watch.State.UNKNOWN, watch.state());
        assertEquals(Certainty.SUSPECTED, watch.certainty());
        assertEquals(
                "nothing can be said of pins, threads that compute and do not leave: the recording was made without them;"
                        + " switch on jdk.VirtualThreadPinned, jdk.ExecutionSample",
                watch.text());
        for (String one : List.of("jdk.NativeMethodSample", "jdk.ThreadSleep", "jdk.VirtualThreadPinned")) {
            assertTrue(watch(without(one), true).text().endsWith("switch on " + one), one);
        }
    }

    @Test
    void withoutItsSettingsARecordingTellsOnlyOfWhatIsInIt() throws Exception {
        Watch watch = watch(without("jdk.ActiveSetting"), true);
        assertEquals(Watch.State.UNKNOWN, watch.state());
        assertTrue(watch.text().contains("switch on jdk.VirtualThreadPinned"), watch::text);
        assertFalse(watch.text().contains("jdk.ThreadSleep"), "that was seen: " + watch.text());
    }

    @Test
    void aProgramWithoutVirtualThreadsIsNotHealthy() throws Exception {
        assertTrue(
                watch(ALL, false).text().startsWith("nothing can be said of virtual threads: no event tells of one"));
        Watch watch = watch(
                Stream.concat(ALL.stream(), Stream.of("jdk.VirtualThreadStart")).toList(), false);
        assertEquals(Watch.State.UNKNOWN, watch.state());
        assertTrue(watch.text().contains("the program started none meanwhile"), watch::text);
    }

    @Test
    void aVirtualThreadThatReadsASocketWasMet() throws Exception {
        Path file = folder.resolve("reads.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("default"));
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept()) {
            recording.start();
            Thread reader = Thread.ofVirtual().start(() -> readOne(client));
            // The default settings record what takes 20 ms.
            sleep();
            peer.getOutputStream().write(1);
            reader.join();
            recording.stop();
            recording.dump(file);
        }
        Watch watch = FileWatch.run(List.of(file), Recordings.HOMES, "test", List.of());
        assertEquals(Watch.State.HEALTHY, watch.state(), watch::text);
    }

    private static void readOne(Socket socket) {
        try {
            assertEquals(1, socket.getInputStream().read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> without(String... off) {
        return ALL.stream().filter(event -> !List.of(off).contains(event)).toList();
    }

    private Watch watch(List<String> on, boolean virtual) throws Exception {
        Path file = folder.resolve(on.hashCode() + ".jfr");
        try (Recording recording = new Recording()) {
            ALL.forEach(event -> recording.disable(event));
            on.forEach(event -> recording.enable(event).withThreshold(Duration.ofMillis(5)));
            recording.start();
            Runnable sleep = BlindnessTest::sleep;
            (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(sleep).join();
            recording.stop();
            recording.dump(file);
        }
        return FileWatch.run(List.of(file), Recordings.HOMES, "test", List.of());
    }

    private static void sleep() {
        try {
            Thread.sleep(Duration.ofMillis(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
