package io.heddle.watch;

import io.heddle.model.Holder.Cause;
import io.heddle.model.WaitClass;
import io.heddle.waits.Compensation;
import io.heddle.waits.RequestWork;
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.ServiceSeen.Hold;
import io.heddle.waits.ServiceSeen.Place;
import io.heddle.waits.StackFrame;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tells what platform threads would have done to their carriers, had they been virtual: the join of a stack with the
/// monitors that it holds, by the dump that tells them or by the byte code.
final class CarrierHolds {

    private static final int OLD = 21;
    private static final int NEW = 25;

    private final Blame blame;
    private final ClassPath classes;
    private final Set<String> missing = new HashSet<>();
    private final Set<StackFrame> other = new HashSet<>();
    private final Set<StackFrame> read = new HashSet<>();

    CarrierHolds(Blame blame, ClassPath classes) {
        this.blame = blame;
        this.classes = classes;
    }

    List<Hold> of(RequestWork work) {
        return work.doings().stream().map(this::hold).toList();
    }

    /// Frames of the service whose class was read, and of these how many are not as their class has them.
    int framesRead() {
        return read.size();
    }

    int framesOfAnotherVersion() {
        return other.size();
    }

    /// Classes of the service that were not found.
    Set<String> missing() {
        return missing;
    }

    private Hold hold(Doing doing) {
        if (doing.stack().isEmpty()) {
            return new Hold(doing, Optional.empty(), Optional.empty(), true);
        }
        return new Hold(doing, place(doing, OLD), place(doing, NEW), !doing.told() && isUnread(doing));
    }

    /// What runs keeps its carrier busy and holds up nobody beyond its share of a processor.
    private boolean isUnread(Doing doing) {
        boolean waits = doing.kind() != WaitClass.RUNNING && doing.kind() != WaitClass.NATIVE;
        boolean unread = false;
        for (StackFrame frame : doing.stack()) {
            if (!frame.isJdk()) {
                switch (blame.reads(frame)) {
                    case READ -> read.add(frame);
                    case MADE -> {
                        // by the JVM or a framework as it runs: such classes hold no monitor
                    }
                    case OTHER_VERSION -> {
                        other.add(frame);
                        unread = true;
                    }
                    case MISSING -> {
                        missing.add(frame.type());
                        unread = true;
                    }
                }
            }
        }
        return unread && waits;
    }

    private Optional<Place> place(Doing doing, int jdk) {
        List<StackFrame> stack = doing.stack();
        boolean monitors = jdk == OLD;
        boolean compensated = Compensation.covers(jdk, stack);
        return switch (doing.kind()) {
            case RUNNING, CPU, CARRIER, GC -> Optional.empty();
            case NATIVE -> place(Cause.NATIVE, stack);
            case FILE -> compensated ? Optional.empty() : place(Cause.FILE_IO, stack);
            case LOOKUP -> compensated ? Optional.empty() : place(Cause.NATIVE, stack);
            case CLASS_INIT -> place(Cause.CLASS_INITIALIZER, stack);
            case MONITOR -> {
                boolean enters = doing.queues();
                yield monitors && enters
                        ? place(Cause.MONITOR, stack)
                        : compensated ? Optional.empty() : pinned(doing, monitors);
            }
            case LOCK, POOL, QUEUE, SOCKET, SLEEP, CLASS_LOAD, OTHER ->
                compensated ? Optional.empty() : pinned(doing, monitors);
        };
    }

    private Optional<Place> pinned(Doing doing, boolean monitors) {
        return blame.wouldHold(doing.stack(), doing.told() ? Optional.of(doing.holding()) : Optional.empty(), monitors)
                .map(culprit -> place(culprit.cause(), culprit.frame()));
    }

    private Optional<Place> place(Cause cause, List<StackFrame> stack) {
        return Optional.of(place(cause, Blame.ownerOf(stack, 0)));
    }

    private Place place(Cause cause, StackFrame frame) {
        return new Place(cause, frame.type(), frame.method(), frame.line(), classes.artifactOf(frame.type()));
    }
}
