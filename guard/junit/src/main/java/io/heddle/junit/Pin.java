package io.heddle.junit;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;

/// One time during which a virtual thread waited and kept its carrier.
///
/// @param told the JVM's own reason, from JDK 24 on
/// @param cut whether the recorder left out the outermost frames: it keeps 64, unless the JVM was told otherwise
record Pin(
        Instant start,
        Instant end,
        long thread,
        String threadName,
        Optional<String> told,
        List<Frame> frames,
        boolean cut) {

    static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /// @param modifiers of the method
    record Frame(String type, String method, int line, int modifiers) {

        /// @param name of a package or a class; empty for classes without a package
        boolean isWithin(String name) {
            return name.isEmpty()
                    ? type.indexOf('.') < 0
                    : type.equals(name) || type.startsWith(name + ".") || type.startsWith(name + "$");
        }

        StackTraceElement element() {
            String outermost = type.contains("$") ? type.substring(0, type.indexOf('$')) : type;
            return new StackTraceElement(
                    type, method, outermost.substring(outermost.lastIndexOf('.') + 1) + ".java", line);
        }

        private static Frame of(RecordedFrame frame) {
            return new Frame(
                    frame.getMethod().getType().getName(),
                    frame.getMethod().getName(),
                    frame.getLineNumber(),
                    frame.getMethod().getModifiers());
        }
    }

    /// What keeps the carrier.
    enum Cause {
        MONITOR("a monitor", "use a java.util.concurrent lock, or wait outside of synchronized; JDK 24 mends this too"),
        CLASS_INITIALISER(
                "a class initialiser", "initialise the class before virtual threads need it, or wait outside of it"),
        NATIVE("a native frame", "run this on platform threads, or wait before or after the native call");

        final String words;
        final String remedy;

        Cause(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }
    }

    static Pin of(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        List<Frame> frames = event.getStackTrace() == null
                ? List.of()
                : event.getStackTrace().getFrames().stream()
                        .filter(frame ->
                                frame.isJavaFrame() && !frame.getMethod().isHidden())
                        .map(Frame::of)
                        .toList();
        Optional<String> told = event.hasField("pinnedReason")
                ? Optional.ofNullable(event.getString("pinnedReason"))
                : Optional.empty();
        return new Pin(
                event.getStartTime(),
                event.getEndTime(),
                thread == null ? -1 : thread.getJavaThreadId(),
                thread == null || thread.getJavaName() == null ? "" : thread.getJavaName(),
                told,
                frames,
                event.getStackTrace() == null || event.getStackTrace().isTruncated());
    }

    Duration duration() {
        return Duration.between(start, end);
    }

    /// The frame that keeps the carrier, where the stack tells it: a synchronized block leaves no mark there.
    Optional<Frame> holder() {
        return ofTheThread()
                .filter(frame -> isInitialiser(frame) || Modifier.isNative(frame.modifiers) || pinsByMonitor(frame))
                .findFirst();
    }

    Cause cause() {
        return holder().map(frame -> isInitialiser(frame)
                        ? Cause.CLASS_INITIALISER
                        : Modifier.isNative(frame.modifiers) ? Cause.NATIVE : Cause.MONITOR)
                .orElse(SelfTest.MONITORS_PIN ? Cause.MONITOR : Cause.NATIVE);
    }

    private static boolean isInitialiser(Frame frame) {
        return frame.method.equals("<clinit>");
    }

    private static boolean pinsByMonitor(Frame frame) {
        return SelfTest.MONITORS_PIN && Modifier.isSynchronized(frame.modifiers);
    }

    /// Without the frame that waits, which may be native, and without those that every virtual thread begins with.
    private Stream<Frame> ofTheThread() {
        return frames.stream().skip(1).takeWhile(frame -> !frame.type.equals("jdk.internal.vm.Continuation"));
    }

    boolean isWithin(List<String> packages) {
        return frames.stream().anyMatch(frame -> packages.stream().anyMatch(frame::isWithin));
    }

    /// Whether a class is being loaded between the wait and the code of these packages. It happens once in a JVM, and
    /// mostly because of how the tests are run.
    boolean isClassLoading(List<String> packages) {
        return frames.stream()
                .takeWhile(frame -> packages.stream().noneMatch(frame::isWithin))
                .anyMatch(frame -> frame.type.equals("java.lang.ClassLoader"));
    }

    Duration overlap(Instant from, Instant to) {
        Instant later = start.isAfter(from) ? start : from;
        Instant sooner = end.isBefore(to) ? end : to;
        return later.isBefore(sooner) ? Duration.between(later, sooner) : Duration.ZERO;
    }
}
