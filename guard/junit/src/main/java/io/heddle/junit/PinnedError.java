package io.heddle.junit;

import java.util.List;
import java.util.stream.Collectors;

/// A test pinned a carrier. Its stack trace is that of the longest pin, so that an editor leads there.
final class PinnedError extends AssertionError {

    private static final long serialVersionUID = 1L;
    private static final int MOST_PINS = 5;
    /// Of a stack on which no frame of one's own is seen.
    private static final int MOST_FRAMES = 20;

    PinnedError(TestWindow window, List<Pin> pins) {
        super(text(window, pins));
        setStackTrace(pins.getFirst().frames().stream().map(Pin.Frame::element).toArray(StackTraceElement[]::new));
    }

    /// The same for a test that was run again.
    PinnedError(PinnedError before) {
        super(before.getMessage() + "\n  at an earlier run of the same test: to run it again does not mend it", before);
        setStackTrace(before.getStackTrace());
    }

    private static String text(TestWindow window, List<Pin> pins) {
        PinningRule rule = window.rule();
        StringBuilder text = new StringBuilder(window.name() + " pinned a carrier: " + sum(pins) + ", allowed "
                + (rule.pins() == 0 ? "none" : count(rule.pins()))
                + (rule.totalMillis() < 0 ? "" : " and " + rule.totalMillis() + " ms")
                + " of " + rule.overMillis() + " ms or more");
        pins.stream().limit(MOST_PINS).forEach(pin -> text.append('\n').append(text(pin, rule.within())));
        if (pins.size() > MOST_PINS) {
            text.append("\n  and ").append(count(pins.size() - MOST_PINS)).append(", shorter");
        }
        return text.toString();
    }

    private static String sum(List<Pin> pins) {
        return count(pins.size()) + ", "
                + pins.stream().mapToLong(pin -> pin.duration().toMillis()).sum() + " ms";
    }

    private static String count(int pins) {
        return pins == 1 ? "1 pin" : pins + " pins";
    }

    private static String text(Pin pin, List<String> within) {
        String who = pin.threadName().isEmpty() ? "a virtual thread" : "virtual thread " + pin.threadName();
        return "  %d ms, %s%n    held by %s%s%n    stack:%n%s%s%n    remedy: %s"
                .formatted(
                        pin.duration().toMillis(),
                        who,
                        holder(pin, within),
                        pin.told().map(told -> " (the JVM says: " + told + ")").orElse(""),
                        stack(pin, within),
                        cut(pin, within),
                        pin.cause().remedy)
                .replace(System.lineSeparator(), "\n");
    }

    private static String holder(Pin pin, List<String> within) {
        return pin.holder()
                .map(frame -> pin.cause().words + ": " + frame.element())
                .orElseGet(() -> pin.cause().words + ", in " + own(pin, within) + " or a frame above it");
    }

    /// The outermost of one's own frames: a monitor that the wait is under is entered there or later.
    private static String own(Pin pin, List<String> within) {
        return pin.frames().reversed().stream()
                .filter(frame -> within.stream().anyMatch(frame::isWithin))
                .findFirst()
                .map(frame -> frame.element().toString())
                .orElse(pin.cut() ? "a frame that was cut off" : "code of somebody else");
    }

    /// Why a pin counts on whose stack no frame of one's own is seen.
    private static String cut(Pin pin, List<String> within) {
        return !pin.cut() || pin.isWithin(within)
                ? ""
                : ("%n      … cut off after %d frames by the JVM: %s may be below. To see deeper stacks, set %s=%d in"
                                + " junit-platform.properties, or -XX:FlightRecorderOptions=stackdepth=%d for the JVM")
                        .formatted(
                                pin.frames().size(),
                                String.join(", ", within),
                                StackDepth.SETTING,
                                StackDepth.DEEPEST,
                                StackDepth.DEEPEST);
    }

    /// Down to the outermost of one's own frames; below are those of whoever runs the thread.
    private static String stack(Pin pin, List<String> within) {
        int last = 0;
        for (int i = 0; i < pin.frames().size(); i++) {
            Pin.Frame frame = pin.frames().get(i);
            last = within.stream().anyMatch(frame::isWithin) ? i : last;
        }
        return pin.frames().stream()
                .limit(pin.isWithin(within) ? last + 1 : pin.cut() ? MOST_FRAMES : 1)
                .dropWhile(frame -> frame.type().equals(Pin.VIRTUAL_THREAD))
                .map(frame -> "      " + frame.element())
                .collect(Collectors.joining("\n"));
    }
}
