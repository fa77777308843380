package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/// Stacks of the flight recorder as Heddle's own. One constant of a recording is one object there, so that each stack
/// is turned over once.
public final class Frames {

    private static final int MOST = 20_000;

    private final Map<RecordedStackTrace, List<StackFrame>> known = new IdentityHashMap<>();

    /// Innermost first; empty when the event has none.
    List<StackFrame> of(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null) {
            return List.of();
        }
        if (known.size() > MOST) {
            known.clear();
        }
        return known.computeIfAbsent(
                trace,
                t -> t.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .map(Frames::frame)
                        .toList());
    }

    private static StackFrame frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        boolean isNative =
                Optional.ofNullable(frame.getType()).map("Native"::equals).orElse(false)
                        || Modifier.isNative(method.getModifiers());
        return new StackFrame(
                method.getType().getName(),
                method.getName(),
                Optional.ofNullable(method.getDescriptor()).orElse(""),
                Math.max(0, frame.getLineNumber()),
                frame.getBytecodeIndex(),
                isNative,
                Modifier.isSynchronized(method.getModifiers()));
    }
}
