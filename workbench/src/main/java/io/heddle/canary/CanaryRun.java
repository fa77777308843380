package io.heddle.canary;

import io.heddle.canary.rollout.InFlight;
import io.heddle.canary.source.Feed;
import io.heddle.canary.source.Resolution;
import io.heddle.canary.source.Sources;
import io.heddle.canary.stats.Side;
import io.heddle.canary.why.Why;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A canary that is looked at again and again: reads what has come, judges, keeps its state. Not for several threads.
public final class CanaryRun implements AutoCloseable {

    /// A canary that has not answered for so long is silent.
    public static final Duration SILENCE = Duration.ofMinutes(2);

    private static final long PIPE_MILLIS = 20;
    /// Of the metrics, before one look says what moved.
    private static final int PICTURES = 3;

    /// Of its requests: a canary may have so many more than the baseline whose end is not known.
    private static final double UNKNOWN = 0.01;

    private final String named;
    private Judge judge;
    private final List<Feed> feeds;
    private final Optional<StateFile> state;
    private Optional<Why> why = Optional.empty();
    private Silence silence = new Silence(SILENCE, Optional.empty());

    private CanaryRun(String named, Judge judge, List<Feed> feeds, Optional<StateFile> state) {
        this.named = named;
        this.judge = judge;
        this.feeds = feeds;
        this.state = state;
    }

    /// Opens both sources, and goes on where the state is.
    ///
    /// @throws Failure when a source is not there, or the state is of another comparison
    public static CanaryRun open(String baseline, String canary, CanaryPlan plan, Optional<Path> state) {
        return open(baseline, canary, plan, state, Deadline.NONE);
    }

    /// The same within a time.
    ///
    /// @param deadline after which no server is waited for
    public static CanaryRun open(
            String baseline, String canary, CanaryPlan plan, Optional<Path> state, Deadline deadline) {
        CanaryRun run = new CanaryRun(
                digest(baseline + " " + canary),
                new Judge(plan, Sources.alike(baseline, canary)),
                Sources.open(baseline, canary, new Resolution(plan.quantiles(), plan.tolerance()), deadline),
                state.map(StateFile::new));
        try {
            run.state.ifPresent(file -> file.read(run::restore));
        } catch (Failure e) {
            run.close();
            throw e;
        }
        return run;
    }

    /// Forgets what was judged, and judges by another plan what comes from now on. The sources stay where they are.
    public void judgeAnew(CanaryPlan anew) {
        judge = judge.anew(anew);
    }

    /// Has each look read both arms' metrics too, to say what moved.
    public CanaryRun explainedBy(Why metrics) {
        why = Optional.of(metrics);
        return this;
    }

    /// Tells a canary that stops to answer.
    ///
    /// @param least shortest silence
    /// @param inFlight who knows whether requests are at it; empty for nobody
    public CanaryRun silentAfter(Duration least, Optional<InFlight> inFlight) {
        silence = new Silence(least, inFlight);
        return this;
    }

    /// Takes what has come. Sources that cannot wait lose nothing where this is called several times a second.
    public void read() {
        while (deliverNext()) {
            // requests of all feeds in the order of their times
        }
    }

    /// Looks at what was taken so far, and keeps the state. Asks nobody but, of a canary that is silent, its balancer.
    public Canary lookAgain() {
        Optional<Silence.Told> silent = silence.look(judge.arrivals());
        silent.filter(Silence.Told::fails).ifPresent(told -> judge.fail(told.sentence()));
        Canary looked = judge.look().with(notes());
        Canary canary = explained(
                silent.isPresent() && looked.kind() != Canary.Kind.FAIL
                        ? looked.undecided(silent.orElseThrow().sentence())
                        : known(looked));
        state.ifPresent(file -> file.write(this::save));
        return canary;
    }

    /// Takes what has come, looks, and keeps the state.
    public Canary look() {
        read();
        return judged();
    }

    /// Reads to the end of pipes and files, and looks. Nothing may be read after it, but from the state.
    ///
    /// @throws Failure when an arm has no request
    public Canary last() throws InterruptedException {
        do {
            read();
        } while (waitsForPipe());
        feeds.forEach(Feed::finish);
        read();
        if (state.isEmpty()) {
            judge.closeUpTo(Double.POSITIVE_INFINITY);
        }
        requireBoth();
        for (int i = 0; why.isPresent() && i < PICTURES; i++) {
            TimeUnit.SECONDS.sleep(1);
            picture();
        }
        return judged();
    }

    /// An arm without a request is no canary to judge.
    ///
    /// @throws Failure when there is one
    public void requireBoth() {
        for (Side side : Side.values()) {
            if (judge.requests(side) == 0
                    && (side == Side.BASELINE
                            || silence.look(judge.arrivals())
                                    .filter(Silence.Told::fails)
                                    .isEmpty())) {
                throw none(side.option());
            }
        }
    }

    private Failure none(String arm) {
        return new Failure(
                "there is no request of the " + arm
                        + notes().stream().findFirst().map(note -> ": " + note).orElse(""),
                "look whether --" + arm + " names the right log, and the arm as the log spells it");
    }

    private Canary judged() {
        picture();
        return lookAgain();
    }

    private void picture() {
        try {
            if (why.isPresent()) {
                why.get().look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing passes while more of the canary's requests than of the baseline's have an end that nobody knows: those
    /// may be what is wrong with it.
    private Canary known(Canary canary) {
        Feed.Unknown own = unknown(Side.CANARY);
        Feed.Unknown other = unknown(Side.BASELINE);
        if (canary.kind() != Canary.Kind.PASS || own.share() <= other.share() + UNKNOWN) {
            return canary;
        }
        return canary.undecided(String.format(
                Locale.ROOT,
                "%.1f %% of the canary's requests, and %.1f %% of the baseline's, have no status or latency that can be"
                        + " read: how they ended is not known; the first is %s",
                100 * own.share(),
                100 * other.share(),
                own.first()));
    }

    private Feed.Unknown unknown(Side side) {
        return feeds.stream().map(feed -> feed.unknown(side)).reduce(new Feed.Unknown(0, 0, ""), Feed.Unknown::and);
    }

    private Canary explained(Canary canary) {
        List<Canary.Moved> moved = why.map(Why::moved).orElse(List.of());
        return canary.because(
                moved,
                canary.kind() == Canary.Kind.FAIL && !moved.isEmpty()
                        ? canary.reason() + "; first moved: " + moved.getFirst().text()
                        : canary.reason());
    }

    private List<String> notes() {
        return Stream.concat(
                        feeds.stream().flatMap(feed -> feed.notes().stream()),
                        why.stream().flatMap(metrics -> metrics.notes().stream()))
                .toList();
    }

    private boolean deliverNext() {
        @Nullable Feed first = null;
        double earliest = Double.POSITIVE_INFINITY;
        for (Feed feed : feeds) {
            double next = feed.next();
            if (next < earliest) {
                earliest = next;
                first = feed;
            }
        }
        if (first == null) {
            return false;
        }
        first.deliver(judge);
        return true;
    }

    private boolean waitsForPipe() throws InterruptedException {
        boolean waits = feeds.stream().anyMatch(Feed::awaited);
        if (waits) {
            TimeUnit.MILLISECONDS.sleep(PIPE_MILLIS);
        }
        return waits;
    }

    /// Tells comparisons apart, and keeps no password of a source's address.
    private static String digest(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }

    private void save(DataOutput out) throws IOException {
        out.writeUTF(named);
        judge.save(out);
        for (Feed feed : feeds) {
            feed.save(out);
        }
    }

    private void restore(DataInput in) throws IOException {
        if (!in.readUTF().equals(named)) {
            throw new Failure(
                    "the state is of another comparison: its sources differ",
                    "name another file with --state, or the sources that it was begun with");
        }
        judge.restore(in);
        for (Feed feed : feeds) {
            feed.restore(in);
        }
    }

    @Override
    public void close() {
        feeds.forEach(Feed::close);
    }
}
