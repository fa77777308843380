package io.heddle.watch.live;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;

/// Takes thread dumps. The target writes them to a file of its own temporary folder, which is deleted at once.
final class Dumper {

    private static final ObjectName COMMANDS = name("com.sun.management:type=DiagnosticCommand");

    private final Attached target;

    Dumper(Attached target) {
        this.target = target;
    }

    /// @throws IOException when the target refuses, or has gone
    Dump take() throws IOException {
        HotSpotDiagnosticMXBean diagnostics = ManagementFactory.newPlatformMXBeanProxy(target.beans(), "com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class);
        String name = "heddle-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".json";
        Path file = Path.of(target.property("java.io.tmpdir"), name).toAbsolutePath();
        Path seen = seenFromHere(file);
        long at = System.currentTimeMillis() * 1_000_000;
        try {
            diagnostics.dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            return Dump.parse(at, Files.readString(seen), print());
        } catch (RuntimeException e) {
            // The JDK formats such a character with %x, which takes none.
            boolean unwritable = String.valueOf(e.getMessage()).contains("IllegalFormatConversionException");
            throw new IOException(unwritable ? "this JDK cannot write one while a thread has a control character in its name" : e.toString(), e);
        } finally {
            Files.deleteIfExists(seen);
        }
    }

    /// A target in a container has a temporary folder of its own.
    private Path seenFromHere(Path file) {
        Path root = Path.of("/proc", String.valueOf(target.pid()), "root");
        return Files.isDirectory(root) ? Path.of(root + file.toString()) : file;
    }

    private String print() throws IOException {
        try {
            Object printed = target.beans().invoke(COMMANDS, "threadPrint", new Object[] {new String[0]}, new String[] {String[].class.getName()});
            return String.valueOf(printed);
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (JMException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
