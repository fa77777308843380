package io.heddle.waits.dump;

import io.heddle.waits.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Frames as dumps write them, such as `java.base/java.lang.Thread.run(Thread.java:1474)`. Threads of a service stand
/// at
/// few places: one text is one frame, and one list of frames one stack.
final class DumpFrames {

    private static final String NATIVE = "Native Method";

    private final Map<String, Optional<StackFrame>> frames = new HashMap<>();
    private final Map<List<StackFrame>, List<StackFrame>> stacks = new HashMap<>();

    /// Empty when the line is no frame.
    Optional<StackFrame> frame(String line) {
        return frames.computeIfAbsent(line, DumpFrames::parse);
    }

    /// One object for equal stacks.
    List<StackFrame> stack(List<StackFrame> frames) {
        List<StackFrame> known = stacks.get(frames);
        if (known == null) {
            known = List.copyOf(new ArrayList<>(frames));
            stacks.put(known, known);
        }
        return known;
    }

    private static Optional<StackFrame> parse(String line) {
        int open = line.lastIndexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 0 || close < open) {
            return Optional.empty();
        }
        // Hidden classes have a slash behind a dot or a name: `Front$$Lambda/0x0000.run`; modules stand before it.
        String name = line.substring(0, open).strip();
        String place = line.substring(open + 1, close);
        for (int slash = name.indexOf('/'); slash >= 0 && isPrefix(name, slash); slash = name.indexOf('/')) {
            name = name.substring(slash + 1);
        }
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || dot == name.length() - 1 || name.indexOf(' ') >= 0) {
            return Optional.empty();
        }
        // The text form has the module in brackets: `(java.base@21.0.8/Thread.java:1583)`.
        String file = place.substring(place.lastIndexOf('/') + 1);
        String number = file.substring(file.lastIndexOf(':') + 1);
        return Optional.of(new StackFrame(
                name.substring(0, dot),
                name.substring(dot + 1),
                "",
                number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0,
                -1,
                file.equals(NATIVE),
                false));
    }

    /// What stands before the slash is a loader or a module with its version, and not a hidden class.
    private static boolean isPrefix(String name, int slash) {
        return !name.startsWith("0x", slash + 1)
                && name.chars()
                        .limit(slash)
                        .allMatch(c -> Character.isJavaIdentifierPart(c) || ".@-+_".indexOf(c) >= 0);
    }
}
