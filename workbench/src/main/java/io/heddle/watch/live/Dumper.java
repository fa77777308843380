package io.heddle.watch.live;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.dump.ThreadDumps;
import java.io.IOException;
import java.io.InvalidClassException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/// Takes thread dumps. The target writes them to a file of its own temporary folder, which is deleted at once.
final class Dumper {

    private static final ObjectName COMMANDS = name("com.sun.management:type=DiagnosticCommand");

    private static final int FIRST_WITH_CARRIERS = 25;

    private final Attached target;
    private final boolean tellsCarriers;
    /// Whether it refuses what JMX sends.
    private boolean filters;

    Dumper(Attached target) {
        this.target = target;
        this.tellsCarriers = target.feature() >= FIRST_WITH_CARRIERS;
    }

    /// @throws IOException when the target refuses, or has gone
    ThreadDump take() throws IOException {
        String name = "heddle-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".json";
        Path file = Path.of(target.property("java.io.tmpdir"), name).toAbsolutePath();
        Path seen = seenFromHere(file);
        long at = System.currentTimeMillis() * 1_000_000;
        try {
            write(file);
            return ThreadDumps.parse(at, Files.readString(seen), tellsCarriers ? Optional.empty() : print());
        } catch (RuntimeException e) {
            // The JDK formats such a character with %x, which takes none.
            boolean unwritable = String.valueOf(e.getMessage()).contains("IllegalFormatConversionException");
            throw new IOException(
                    unwritable
                            ? "this JDK cannot write one while a thread has a control character in its name"
                            : e.toString(),
                    e);
        } finally {
            Files.deleteIfExists(seen);
        }
    }

    private void write(Path file) throws IOException {
        if (filters) {
            AttachCommand.of(target.pid()).run("Thread.dump_to_file -format=json " + file);
            return;
        }
        try {
            ManagementFactory.newPlatformMXBeanProxy(
                            target.beans(), "com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
        } catch (IOException | UndeclaredThrowableException e) {
            if (Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                    .noneMatch(InvalidClassException.class::isInstance)) {
                throw e;
            }
            filters = true;
            write(file);
        }
    }

    /// A target in a container has a temporary folder of its own.
    private Path seenFromHere(Path file) {
        Path root = Path.of("/proc", String.valueOf(target.pid()), "root");
        return Files.isDirectory(root) ? Path.of(root + file.toString()) : file;
    }

    /// Empty where there are no diagnostic commands: the JVM offers none of them to managers when it was built
    /// without its flight recorder, whose commands it cannot describe.
    private Optional<String> print() throws IOException {
        if (filters) {
            return Optional.of(AttachCommand.of(target.pid()).run("Thread.print"));
        }
        try {
            return Optional.of(String.valueOf(
                    target.beans().invoke(COMMANDS, "threadPrint", new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    })));
        } catch (JMException e) {
            return Optional.empty();
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
