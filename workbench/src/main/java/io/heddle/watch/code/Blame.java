package io.heddle.watch.code;

import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Names the frame that holds a carrier: the one that holds the monitor, not the one that sleeps.
public final class Blame {

    /// A class of `java.lang.reflect.Proxy`, in the package of an interface that is not public.
    private static final Pattern PROXY = Pattern.compile("(?:^|\\.)\\$Proxy\\d+$");

    private final ClassPath classes;
    /// How classes are named that the JVM, a framework or a library makes as the program runs.
    private static final Pattern MADE =
            Pattern.compile("/0x|\\$\\$Lambda|\\$Proxy\\d|\\$\\$(?:SpringCGLIB|EnhancerBy|FastClass|KeyFactory)|"
                    + "GeneratedMethodAccessor|LambdaForm|\\$HibernateProxy|ByteBuddy");
    private final Map<StackFrame, Boolean> holding = new HashMap<>();
    private final Map<StackFrame, Reading> readings = new HashMap<>();

    public Blame(ClassPath classes) {
        this.classes = classes;
    }

    /// Who it was, and why.
    public record Culprit(Cause cause, StackFrame frame) {}

    /// Of a virtual thread that blocked on its carrier: the innermost frame that keeps it there. What belongs to
    /// the JDK is laid at the door of the code that called it.
    ///
    /// @param stack innermost first, not empty
    public Culprit pinned(List<StackFrame> stack) {
        for (int i = 0; i < stack.size(); i++) {
            StackFrame frame = stack.get(i);
            if (frame.isInitializer()) {
                return new Culprit(Cause.CLASS_INITIALIZER, frame);
            }
            if (frame.isNative() && i > 0 && !isMachinery(frame)) {
                return new Culprit(Cause.NATIVE, ownerOf(stack, i));
            }
            if (holdsMonitor(frame)) {
                return new Culprit(isLoader(frame) ? Cause.CLASS_LOADING : Cause.MONITOR, ownerOf(stack, i));
            }
        }
        return new Culprit(Cause.MONITOR, ownerOf(stack, 0));
    }

    /// Of a platform thread that blocks: the innermost frame that would keep it on its carrier, were it virtual; empty
    /// where none would.
    ///
    /// @param stack innermost first, not empty
    /// @param holding frames that hold a monitor, by index, where somebody tells; else the byte code does
    /// @param monitorsHold whether a monitor keeps a virtual thread on its carrier, as it does up to JDK 23
    public Optional<Culprit> wouldHold(List<StackFrame> stack, Optional<Set<Integer>> holding, boolean monitorsHold) {
        for (int i = 0; i < stack.size(); i++) {
            StackFrame frame = stack.get(i);
            if (frame.isInitializer()) {
                return Optional.of(new Culprit(Cause.CLASS_INITIALIZER, frame));
            }
            if (frame.isNative() && i > 0 && !isMachinery(frame) && !waitsBelow(stack, i)) {
                return Optional.of(new Culprit(Cause.NATIVE, ownerOf(stack, i)));
            }
            int at = i;
            if (monitorsHold && holding.map(known -> known.contains(at)).orElseGet(() -> holdsMonitor(frame))) {
                return Optional.of(
                        new Culprit(isLoader(frame) ? Cause.CLASS_LOADING : Cause.MONITOR, ownerOf(stack, i)));
            }
        }
        return Optional.empty();
    }

    /// Whether all below a native frame is the JDK's way to wait, which virtual threads go otherwise.
    private static boolean waitsBelow(List<StackFrame> stack, int at) {
        return stack.subList(0, at + 1).stream()
                .allMatch(frame -> frame.type().startsWith("sun.nio.ch.")
                        || frame.type().startsWith("jdk.internal.misc.")
                        || frame.type().equals("java.lang.Thread"));
    }

    /// What of a frame could be read.
    public enum Reading {
        READ,
        /// Its class was made as the program ran, and is in no file.
        MADE,
        /// Its class has no such method, or not so many instructions or lines.
        OTHER_VERSION,
        MISSING
    }

    /// Whether the class of a frame is at hand, and is the one that ran.
    public Reading reads(StackFrame frame) {
        return readings.computeIfAbsent(frame, f -> {
            if (MADE.matcher(f.type()).find()) {
                return Reading.MADE;
            }
            return regions(f.type())
                    .map(regions -> regions.has(f) ? Reading.READ : Reading.OTHER_VERSION)
                    .orElse(Reading.MISSING);
        });
    }

    /// Of a thread that a dump shows blocked on its carrier: in native code where that is where it is.
    ///
    /// @param stack innermost first, not empty
    public Culprit blocked(List<StackFrame> stack) {
        StackFrame top = stack.getFirst();
        Culprit pinned = pinned(stack);
        return top.isNative() && !isMachinery(top) && pinned.cause() != Cause.CLASS_INITIALIZER
                ? new Culprit(Cause.NATIVE, ownerOf(stack, 0))
                : pinned;
    }

    /// The nearest frame from an index outwards that is not the JDK's, nor a proxy that nobody wrote; without such a
    /// one the proxy, or else the frame itself.
    public static StackFrame ownerOf(List<StackFrame> stack, int from) {
        List<StackFrame> own = stack.subList(from, stack.size()).stream()
                .filter(frame -> !frame.isJdk())
                .toList();
        return own.stream()
                .filter(frame -> !PROXY.matcher(frame.type()).find())
                .findFirst()
                .or(() -> own.stream().findFirst())
                .orElse(stack.get(from));
    }

    /// The class that a thread waits to see initialised by another.
    ///
    /// @param waiting the frame that waits
    public Optional<String> initialized(StackFrame waiting) {
        return regions(waiting.type()).flatMap(regions -> regions.initializes(waiting));
    }

    /// Whether a frame holds a monitor; false when its class is not at hand and its modifiers say nothing.
    boolean holdsMonitor(StackFrame frame) {
        return frame.isSynchronized()
                || (frame.bci() >= 0 || frame.line() > 0)
                        && holding.computeIfAbsent(
                                frame,
                                f -> regions(f.type())
                                        .map(regions -> regions.holds(f))
                                        .orElse(false));
    }

    private Optional<MonitorRegions> regions(String type) {
        try {
            return classes.find(type).map(found -> MonitorRegions.of(found.bytes()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isMachinery(StackFrame frame) {
        return frame.type().startsWith("jdk.internal.vm.")
                || frame.is("java.lang.Object", "wait0")
                || frame.is("jdk.internal.misc.Unsafe", "park");
    }

    private static boolean isLoader(StackFrame frame) {
        return frame.method().equals("loadClass")
                || frame.method().equals("loadClassOrNull")
                || frame.method().equals("findClass")
                || frame.type().startsWith("jdk.internal.loader.");
    }
}
