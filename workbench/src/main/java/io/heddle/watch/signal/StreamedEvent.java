package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;

/// An event as the JDK's own consumer decodes it, of a process that is watched as it runs.
///
/// @param frames turns its stack over
public record StreamedEvent(RecordedEvent event, Frames frames) implements Event {

    @Override
    public String type() {
        return event.getEventType().getName();
    }

    @Override
    public long typeNumber() {
        return event.getEventType().getId();
    }

    @Override
    public long start() {
        return nanos(event.getStartTime());
    }

    @Override
    public long nanos() {
        return event.getDuration().toNanos();
    }

    @Override
    public Who thread(String field) {
        return event.hasField(field) && event.getValue(field) instanceof RecordedThread thread
                ? new Who(
                        thread.getJavaThreadId(),
                        thread.isVirtual(),
                        Optional.ofNullable(thread.getJavaName()).orElse(""))
                : Who.NOBODY;
    }

    @Override
    public String text(String field) {
        return event.hasField(field) && event.getValue(field) instanceof String text ? text : "";
    }

    @Override
    public long number(String field) {
        return event.hasField(field) && event.getValue(field) instanceof Number number ? number.longValue() : 0;
    }

    @Override
    public double real(String field) {
        return event.hasField(field) && event.getValue(field) instanceof Number number ? number.doubleValue() : 0;
    }

    /// The least number there is becomes a length that nanoseconds do not hold.
    @Override
    public long span(String field) {
        Duration span = event.hasField(field) ? event.getDuration(field) : Duration.ZERO;
        return span.isNegative()
                ? 0
                : span.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : span.toNanos();
    }

    @Override
    public String className(String field) {
        return event.hasField(field) && event.getValue(field) instanceof RecordedClass type ? type.getName() : "";
    }

    @Override
    public String methodName(String field) {
        return event.hasField(field) && event.getValue(field) instanceof RecordedMethod method ? method.getName() : "";
    }

    @Override
    public List<StackFrame> stack() {
        return frames.of(event);
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }
}
