package io.heddle.watch;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.watch.code.ClassPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What requests queue for, as holders: they hold no carrier, and others wait for them all the same.
final class Contended {

    /// A monitor that is handed over for so great a share of all turns of virtual threads slows them all.
    private static final double HANDED_OVER = 0.1;

    private Contended() {}

    static List<Holder> holders(Evidence evidence, ClassPath classes) {
        return evidence.account().waits().stream()
                .filter(wait -> wait.contended() && wait.kind().queues())
                // It holds a carrier as it waits, and is told as such.
                .filter(wait -> !(evidence.source() == Evidence.Source.RECORDING
                        && evidence.flight().metVirtual()
                        && wait.kind() == WaitClass.MONITOR))
                .map(wait -> holder(wait, evidence, classes))
                .toList();
    }

    /// Whether a second signal, beside the looks at threads, tells the same.
    static boolean isConfirmed(Evidence evidence) {
        return evidence.account()
                .first()
                .map(wait -> signals(wait, evidence).size() > 1)
                .orElse(false);
    }

    private static Holder holder(Wait wait, Evidence evidence, ClassPath classes) {
        boolean byOwner = wait.kind() == WaitClass.MONITOR || wait.kind() == WaitClass.CLASS_INIT;
        Optional<Owner> owner = wait.owner().filter(_ -> byOwner);
        String place = owner.map(Owner::place).orElse(wait.place().replaceFirst(":\\d+$", ""));
        int dot = place.lastIndexOf('.');
        String type = dot < 0 ? "" : place.substring(0, dot);
        List<String> signals = signals(wait, evidence);
        return new Holder(
                cause(wait.kind()),
                type,
                dot < 0 ? "" : place.substring(dot + 1),
                line(owner.isPresent() ? lineIn(wait, place) : wait.place()),
                classes.artifactOf(type),
                Math.max(1, wait.waiting()),
                0,
                0,
                0,
                signals.size() > 1 ? Certainty.CONFIRMED : Certainty.SUSPECTED,
                signals,
                wait.stack(),
                WaitWords.sentence(wait, evidence.account()) + handOvers(wait, evidence));
    }

    /// The owner's frame stands in its stack with its line.
    private static String lineIn(Wait wait, String place) {
        return wait.stack().stream()
                .filter(frame -> frame.startsWith(place + ":"))
                .findFirst()
                .orElse("");
    }

    private static int line(String place) {
        int colon = place.lastIndexOf(':');
        String digits = place.substring(colon + 1);
        return colon > 0 && digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : 0;
    }

    private static List<String> signals(Wait wait, Evidence evidence) {
        List<String> signals = new ArrayList<>(
                List.of(evidence.source() == Evidence.Source.RECORDING ? "events of waits" : "thread dumps"));
        if (wait.kind() == WaitClass.MONITOR && handedOver(evidence) >= HANDED_OVER) {
            signals.add("method timing");
        }
        if (evidence.source() == Evidence.Source.RECORDING && wait.owner().isPresent()) {
            signals.add("events of who has it");
        }
        return List.copyOf(signals);
    }

    private static double handedOver(Evidence evidence) {
        long mounts = evidence.flight().mounts();
        return mounts == 0 ? 0 : (double) evidence.flight().handOvers() / mounts;
    }

    private static String handOvers(Wait wait, Evidence evidence) {
        double perSecond = evidence.flight().handOversPerSecond();
        return wait.kind() == WaitClass.MONITOR && handedOver(evidence) >= HANDED_OVER && perSecond > 0
                ? String.format(Locale.ROOT, "; monitors are handed over %,.0f times a second", perSecond)
                : "";
    }

    private static Cause cause(WaitClass kind) {
        return switch (kind) {
            case POOL, QUEUE -> Cause.POOL_WAIT;
            case MONITOR, LOCK -> Cause.LOCK_CONVOY;
            case CLASS_INIT -> Cause.CLASS_INITIALIZER;
            case CLASS_LOAD -> Cause.CLASS_LOADING;
            case RUNNING, NATIVE, CARRIER, CPU, SOCKET, LOOKUP, FILE, SLEEP, GC, OTHER -> Cause.UNKNOWN;
        };
    }
}
