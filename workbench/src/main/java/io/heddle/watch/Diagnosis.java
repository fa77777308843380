package io.heddle.watch;

import io.heddle.model.Certainty;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitClass;
import io.heddle.model.WaitGraph;
import io.heddle.model.Watch;
import io.heddle.model.Watch.State;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.AggregatedHolds;
import io.heddle.watch.signal.Delay;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Judges what is known: healthy, delayed or stuck, how sure, and by whom. A hold alone is no harm: what counts is
/// whether somebody had to wait.
public final class Diagnosis {

    /// A share of the window below which waiting is nobody's concern.
    /// Milliseconds within which a probe that waits for nobody runs; holds of some 20 ms delay it by more.
    private static final double PROMPT = 5;

    private static final double SHARE = 0.01;
    private static final long LEAST_DELAY = Saturation.LEAST;
    private static final int LEAST_TIMES = 3;
    /// Sleepers wake late on a busy machine too: they count only where carriers were held for a share of the time
    /// that could explain it.
    private static final double LEAST_HELD = 0.05;

    private final Evidence evidence;
    private final RecordingWindow flight;
    private final ClassPath classes;
    private final List<Hold> holds;
    private final Optional<Watch.Probe> probe;
    private final List<Delay> stalls;
    private final List<Delay> overshoots;
    private final Saturation saturation;
    private final int parallelism;
    private final Limit limit;
    private final Optional<String> blind;

    /// Carriers that stood in for others.
    ///
    /// @param compensated the most at one time
    /// @param reached whether all that the scheduler may have were held, for a time that counts
    private record Limit(int compensated, boolean reached) {}

    private Diagnosis(Evidence evidence, ClassPath classes) {
        this.evidence = evidence;
        this.flight = evidence.flight();
        this.blind = CoverageGaps.of(evidence);
        this.classes = classes;
        this.parallelism = flight.parallelism();
        List<Hold> all = Stream.concat(flight.holds().stream(), evidence.dumps().holds().stream())
                .toList();
        this.limit = limit(all);
        this.holds = limit.reached() ? all.stream().map(Hold::beyondLimit).toList() : all;
        this.probe = evidence.probe().map(ProbeRun::figures);
        this.stalls = evidence.probe().map(ProbeRun::stalls).orElse(List.of());
        this.overshoots = overshoots();
        // Who spins gives its carrier away: others run, if late.
        this.saturation = Saturation.of(
                holds.stream().filter(hold -> hold.cause() != Holder.Cause.SPIN).toList(), parallelism);
    }

    private Limit limit(List<Hold> all) {
        List<Hold> standIns =
                all.stream().filter(Hold::compensated).map(Hold::uncompensated).toList();
        int most = flight.maxPoolSize();
        boolean sum = Saturation.of(
                        all.stream()
                                .filter(hold -> hold.cause() != Holder.Cause.SPIN)
                                .map(Hold::uncompensated)
                                .toList(),
                        most)
                .delays(flight.nanos() * SHARE);
        boolean reached = most > parallelism && (sum || evidence.dumps().blocked() >= most);
        return new Limit(Math.max(Saturation.peak(standIns), reached ? most - parallelism : 0), reached);
    }

    /// @param command Heddle's own command line
    public static Watch of(Evidence evidence, ClassPath classes, String version, List<String> command) {
        return new Diagnosis(evidence, classes).judge(version, command);
    }

    /// Who held carriers in a window of which events alone tell, the worst first.
    public static List<Holder> holders(RecordingWindow flight, ClassPath classes) {
        return Holders.of(
                flight.holds(), flight.crowds(), List.of(), (double) flight.nanos() * flight.parallelism(), classes);
    }

    private Watch judge(String version, List<String> command) {
        double carrierNanos = (double) flight.nanos() * parallelism;
        List<Delay> delays = Stream.concat(stalls.stream(), overshoots.stream()).toList();
        List<Holder> holders = Stream.concat(
                        Holders.of(holds, flight.crowds(), delays, carrierNanos, classes).stream(),
                        Stream.concat(Contended.holders(evidence, classes).stream(), evidence.dumps().waits().stream()))
                .toList();
        State state = state(holders);
        Certainty certainty = certainty(state, holders);
        List<Hold> once = HeldTimes.once(holds);
        double lost = Math.min(
                1,
                (saturation.heldNanos()
                                + flight.crowds().stream()
                                        .mapToLong(AggregatedHolds::nanos)
                                        .sum())
                        / carrierNanos);
        long refused = holds.stream()
                .filter(hold -> hold.cause() == Holder.Cause.SUBMIT_FAILED)
                .count();
        return new Watch(
                version,
                command,
                new Watch.Jvm(flight.version(), flight.feature(), flight.pid()),
                flight.nanos() / 1e9,
                state,
                certainty,
                text(state, holders, lost),
                new Watch.Carriers(
                        parallelism,
                        lost,
                        limit.compensated(),
                        flight.maxPoolSize(),
                        Pictures.timeline(flight, once, parallelism),
                        Pictures.flame(once, flight.crowds())),
                probe,
                holders,
                new Watch.VirtualThreads(
                        flight.started() < 0 ? Optional.empty() : Optional.of(flight.started()),
                        evidence.dumps().live(),
                        refused,
                        pinned()),
                state == State.STUCK ? evidence.dumps().graph() : WaitGraph.NONE,
                evidence.account(),
                CoverageGaps.notes(evidence, state));
    }

    private Watch.Pinned pinned() {
        long count = 0;
        long total = 0;
        long longest = 0;
        for (Hold pin : flight.holds().stream()
                .filter(hold -> hold.signal() == Signal.PINNED)
                .toList()) {
            count++;
            total += pin.nanos();
            longest = Math.max(longest, pin.nanos());
        }
        for (AggregatedHolds crowd : flight.crowds().stream()
                .filter(crowd -> crowd.longest().signal() == Signal.PINNED)
                .toList()) {
            count += crowd.count();
            total += crowd.nanos();
            longest = Math.max(longest, crowd.longest().nanos());
        }
        return new Watch.Pinned(count, total / 1e6, longest / 1e6);
    }

    private State state(List<Holder> holders) {
        if (stuck()) {
            return State.STUCK;
        }
        boolean measured = probeDelayed() || queued() || dumpedInLine();
        boolean concluded = saturated() || overshot() || spun(holders) || atLimit();
        boolean blocked = holders.stream().anyMatch(holder -> switch (holder.cause()) {
            case LEAK, SUBMIT_FAILED, JDK_BUG -> true;
            case MONITOR,
                    CLASS_INITIALIZER,
                    CLASS_LOADING,
                    NATIVE,
                    WAIT,
                    SPIN,
                    CPU,
                    FILE_IO,
                    POOL_WAIT,
                    LOCK_CONVOY,
                    UNKNOWN -> false;
        });
        boolean contended = evidence.account().isContended();
        if (measured || contended && carriersLackMore() || concluded && !(contended && carriersMatterLess())) {
            return State.DELAYED;
        }
        return contended
                ? State.CONTENDED
                : blocked ? State.DELAYED : blind.isPresent() ? State.UNKNOWN : State.HEALTHY;
    }

    /// Where dumps have neither a recorder, a probe nor a queue beside them, threads that could run and do not are the
    /// sign.
    private boolean dumpedInLine() {
        boolean alone = evidence.source() == Evidence.Source.DUMPS
                || evidence.unread().contains("the flight recorder")
                        && evidence.probe().isEmpty()
                        && evidence.queued().isEmpty();
        return alone && evidence.account().lacksCarriers();
    }

    /// Requests queue for something, and more of their time goes by without a carrier.
    private boolean carriersLackMore() {
        return evidence.account().lacksCarriers() && !carriersMatterLess() && !probeWasPrompt();
    }

    /// That carriers were held is concluded; for what requests wait was looked at. Events do not tell of waits for a
    /// carrier.
    private boolean carriersMatterLess() {
        WaitAccount account = evidence.account();
        return account.basis() == WaitAccount.Basis.SAMPLES
                && account.first()
                        .map(first -> first.share() > account.share(WaitClass.CARRIER))
                        .orElse(false);
    }

    /// Threads that spin give their carriers away and get them back, so nothing is held; but all the while nobody
    /// runs who has work to do. The sampler rarely meets them, as most of their time goes into the hand-over: what
    /// it meets is the least that it can be.
    private static boolean spun(List<Holder> holders) {
        return holders.stream()
                .anyMatch(holder -> holder.cause() == Holder.Cause.SPIN && holder.lostShare() >= LEAST_HELD);
    }

    private boolean stuck() {
        boolean all = evidence.dumps().holds().stream()
                        .filter(hold -> hold.cause() != Holder.Cause.SPIN && !hold.compensated() && !moved(hold))
                        .map(Hold::thread)
                        .distinct()
                        .count()
                >= parallelism;
        return evidence.probe()
                .map(run -> run.stuck() && !ranSince(run.end() - ProbeRun.STUCK))
                .orElse(all && !evidence.dumps().graph().isEmpty());
    }

    /// The scheduler is not fair: threads that come back to it at once can keep another waiting for seconds.
    /// Others ran if one woke from its sleep, or if more threads held carriers than there are carriers.
    private boolean ranSince(long from) {
        long held = flight.holds().stream()
                .filter(hold -> !hold.compensated() && hold.end() > from)
                .map(Hold::thread)
                .distinct()
                .count();
        return held > parallelism || flight.delays().stream().anyMatch(delay -> delay.virtual() && delay.end() > from);
    }

    /// Each dump may meet a thread at the same place by chance; an event that ended between the dumps tells that
    /// it left.
    private boolean moved(Hold dumped) {
        return flight.holds().stream()
                .anyMatch(told ->
                        told.thread() == dumped.thread() && told.end() > dumped.start() && told.end() < dumped.end());
    }

    /// A probe that was answered at once has measured that nobody waited, whatever held carriers.
    private boolean saturated() {
        return saturation.delays(flight.nanos() * SHARE) && !probeWasPrompt();
    }

    private boolean atLimit() {
        return limit.reached() && !probeWasPrompt();
    }

    private boolean probeWasPrompt() {
        return evidence.probe()
                .filter(run -> run.covers(flight.nanos()))
                .flatMap(_ -> probe)
                .map(figures -> figures.stalls() == 0
                        && figures.p99Millis() < PROMPT
                        && figures.outstandingMillis() * 1e6 < LEAST_DELAY)
                .orElse(false);
    }

    private boolean probeDelayed() {
        long nanos = stalls.stream().mapToLong(Delay::nanos).sum();
        boolean several =
                stalls.size() >= 2 || evidence.probe().map(ProbeRun::stuck).orElse(false);
        return probe.map(figures -> several
                        && nanos >= flight.nanos() * SHARE
                        && figures.p99Millis() >= 3 * figures.controlP99Millis())
                .orElse(false);
    }

    private boolean overshot() {
        return !probeWasPrompt()
                && overshoots.size() >= LEAST_TIMES
                && saturation.heldNanos() >= LEAST_HELD * flight.nanos() * parallelism
                && overshoots.stream().mapToLong(Delay::nanos).sum() >= flight.nanos() * SHARE;
    }

    /// Somebody waited for a carrier in more than a third of the seconds.
    private boolean queued() {
        return evidence.queued().size() >= LEAST_TIMES
                && evidence.queued().stream().filter(q -> q > parallelism).count() * 3
                        > evidence.queued().size();
    }

    /// Sleepers that woke late, though neither a collection nor the machine explains it.
    private List<Delay> overshoots() {
        Spans innocent = new Spans(
                Stream.concat(flight.pauses().stream(), flight.delays().stream().filter(delay -> !delay.virtual()))
                        .toList());
        return flight.delays().stream()
                .filter(delay -> delay.virtual() && delay.nanos() >= LEAST_DELAY)
                .filter(delay -> !innocent.meets(delay.start(), delay.end(), (delay.nanos() + 1) / 2))
                .toList();
    }

    private Certainty certainty(State state, List<Holder> holders) {
        if (state == State.CONTENDED) {
            return Contended.isConfirmed(evidence) ? Certainty.CONFIRMED : Certainty.SUSPECTED;
        }
        int signals = 0;
        signals +=
                saturated() || holders.stream().anyMatch(holder -> holder.certainty() == Certainty.CONFIRMED) ? 1 : 0;
        signals += probeDelayed() || stuck() && evidence.probe().isPresent() ? 1 : 0;
        signals += overshot() ? 1 : 0;
        signals += queued() ? 1 : 0;
        signals += atLimit() ? 1 : 0;
        signals += evidence.dumps().holds().isEmpty() ? 0 : 1;
        signals += holders.stream()
                        .anyMatch(holder -> holder.lostShare() == 0 && holder.certainty() == Certainty.CONFIRMED)
                ? 1
                : 0;
        boolean watched = evidence.unread().isEmpty()
                && (evidence.probe().isPresent() || !evidence.queued().isEmpty());
        return state == State.UNKNOWN
                ? Certainty.SUSPECTED
                : state == State.HEALTHY
                        ? watched && WaitWords.untilWoken(evidence.account()).isEmpty()
                                ? Certainty.CONFIRMED
                                : Certainty.SUSPECTED
                        : signals > 1 ? Certainty.CONFIRMED : Certainty.SUSPECTED;
    }

    private String text(State state, List<Holder> holders, double lost) {
        String share = String.format(Locale.ROOT, "%.1f %% of carrier time was held", lost * 100);
        String who = holders.isEmpty() ? "" : ", most by " + named(holders.getFirst());
        boolean held = holders.stream().anyMatch(holder -> holder.lostShare() > 0);
        return switch (state) {
            case UNKNOWN -> blind.orElse("");
            case HEALTHY ->
                (!held
                                ? WaitWords.nobody(evidence.account(), flight.metVirtual())
                                : "virtual threads did not wait; " + share + who + WaitWords.most(evidence.account()))
                        + unread();
            case CONTENDED -> WaitWords.contended(evidence.account()) + carriersAreFree();
            case DELAYED ->
                dumpedInLine() && holders.isEmpty()
                        ? WaitWords.carrier(evidence.account())
                        : delay()
                                + (atLimit()
                                        ? full(who)
                                        : holders.stream()
                                                .findFirst()
                                                .filter(first -> (first.lostShare() == 0
                                                                || first.cause() == Holder.Cause.SPIN)
                                                        && !first.detail().isEmpty())
                                                .map(first -> first.detail() + ": " + named(first))
                                                .orElse(share + who));
            case STUCK ->
                (evidence.probe().isPresent()
                                ? "no virtual thread has run for "
                                        + Figures.millis(
                                                evidence.probe().orElseThrow().outstandingNanos() / 1e6)
                                : "all " + parallelism + " carriers are held and do not move")
                        + (limit.reached() ? "; " + full(who) : who);
        };
    }

    /// The limit that the scheduler has reached.
    private String full(String who) {
        return "all " + flight.maxPoolSize() + " carriers that the scheduler may have"
                + " (jdk.virtualThreadScheduler.maxPoolSize) are held" + who;
    }

    /// What is known of carriers, where requests wait for something else.
    private String carriersAreFree() {
        if (evidence.source() == Evidence.Source.DUMPS) {
            return evidence.dumps().carriersFree() ? "; carriers are free" : "";
        }
        if (evidence.source() == Evidence.Source.RECORDING && !flight.metVirtual()) {
            return "";
        }
        boolean pinned = pinned().count() > 0 || !flight.holds().isEmpty();
        return saturated() || overshot() || evidence.account().lacksCarriers()
                ? ""
                : pinned || !evidence.unread().isEmpty() ? "; carriers are free" : "; carriers are free, no pin";
    }

    private String unread() {
        return evidence.unread().isEmpty() ? "" : "; could not be read: " + String.join(", ", evidence.unread());
    }

    private String delay() {
        List<Long> longest = new ArrayList<>();
        stalls.forEach(stall -> longest.add(stall.nanos()));
        if (overshot()) {
            overshoots.forEach(late -> longest.add(late.nanos()));
        }
        if (saturated()) {
            longest.add(saturation.longestNanos());
        }
        return longest.isEmpty()
                ? ""
                : "virtual threads waited up to "
                        + Figures.millis(longest.stream()
                                        .mapToLong(Long::longValue)
                                        .max()
                                        .orElse(0)
                                / 1e6) + " for a carrier; ";
    }

    private static String named(Holder holder) {
        return holder.type() + "." + holder.method() + (holder.line() > 0 ? ":" + holder.line() : "") + " ("
                + holder.cause().spelled() + ")";
    }
}
