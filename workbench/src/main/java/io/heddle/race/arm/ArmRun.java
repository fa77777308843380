package io.heddle.race.arm;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.heddle.race.load.Accepted;
import io.heddle.race.load.Answer;
import io.heddle.race.load.Endpoint;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.Phases;
import io.heddle.race.load.Request;
import io.heddle.race.load.RequestMix;
import io.heddle.race.load.RunListener;
import io.heddle.race.load.StagedListener;
import io.heddle.race.load.StagedLoad;
import io.heddle.race.load.StagedResult;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Since;
import io.heddle.race.requests.Entry;
import io.heddle.race.target.Elsewhere;
import io.heddle.race.target.OwnedProcess;
import io.heddle.race.target.PeerWatch;
import io.heddle.race.target.Readiness;
import io.heddle.race.target.Supervisor;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// One fresh JVM of one arm, from its start to its end.
public final class ArmRun implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final URI ANYWHERE = URI.create("http://localhost");
    private static final int QUICK_ANSWERS = 3;
    private static final int ENOUGH_ANSWERS = 20;
    private static final String NO_MEMORY = "java.lang.OutOfMemoryError";
    private static final int MANY_LINES = 500;
    private static final Duration LOG_WAIT = Duration.ofSeconds(2);

    private final OwnedProcess process;
    private final Endpoint endpoint;
    private final Optional<Path> agentLog;
    private final RaceOptions options;
    private final Optional<PeerWatch> watch;
    private final List<LoadSpan> spans = new CopyOnWriteArrayList<>();

    private ArmRun(
            OwnedProcess process,
            Optional<PeerWatch> watch,
            Endpoint endpoint,
            Optional<Path> agentLog,
            RaceOptions options) {
        this.process = process;
        this.watch = watch;
        this.endpoint = endpoint;
        this.agentLog = agentLog;
        this.options = options;
    }

    /// Starts the arm and waits until it answers on the first path.
    static ArmRun start(
            Supervisor supervisor, TargetPlan.Prepared prepared, RaceOptions options, Consumer<String> talk) {
        OwnedProcess process = supervisor.launch(prepared.launch());
        PeerWatch watch = PeerWatch.over(process);
        try {
            URI base = Readiness.await(
                    process, options.workloads().getFirst().probe(ANYWHERE), prepared.port(), options.ready(), talk);
            return new ArmRun(
                    process, Optional.of(watch), Endpoint.loopback(base), Optional.of(prepared.agentLog()), options);
        } catch (Failure failure) {
            watch.close();
            process.stop(GRACE);
            throw explained(failure, process);
        } catch (RuntimeException e) {
            watch.close();
            process.stop(GRACE);
            throw e;
        }
    }

    /// An arm that somebody else started, and nobody here ends.
    static ArmRun running(Endpoint endpoint, RaceOptions options) {
        return new ArmRun(new Elsewhere(), Optional.empty(), endpoint, Optional.empty(), options);
    }

    /// Holds everybody whom the target has met since its start against what the user allows.
    ///
    /// @throws Failure when somebody is not allowed
    public void requirePeersAllowed() {
        watch.ifPresent(seen -> Outbound.requireAllowed(seen.peers(), options.allowedHosts()));
    }

    /// Ends looking whom the target meets: trials must not pay for it.
    public void endWatch() {
        watch.ifPresent(PeerWatch::close);
    }

    /// Each request of a workload.
    public List<Entry> entries(String path) {
        return options.workload(path).entries();
    }

    /// Which answers to a workload are good.
    public Accepted accepted(String path) {
        return options.workload(path).accepted();
    }

    /// What to do about a target that answers badly: Heddle has the output of those that it started.
    public String lookAtOutput() {
        return process instanceof Elsewhere
                ? "look into the output of the service at " + endpoint.base() + "; --path chooses another path"
                : "look into the target's output in " + process.output();
    }

    /// Share of its rarest request.
    public double leastShare(String path) {
        return options.workload(path).leastShare();
    }

    /// How requests go, where they go over TLS.
    public Optional<String> tlsNote(Answer answer) {
        return endpoint.tls()
                ? Optional.of("requests go over TLS, by HTTP/"
                        + (answer.http2() ? "2, a connection for each request in flight" : "1.1")
                        + "; on loopback the target's certificate is taken as it is")
                : Optional.empty();
    }

    /// Sends one request.
    public Answer once(Generator generator, Entry entry) throws InterruptedException {
        return generator.once(endpoint, aside(entry.at(endpoint.base())), options.timeout());
    }

    private Request aside(Request request) {
        return hasAgent() ? request.with(PathMark.ASIDE) : request;
    }

    private RequestMix mix(String path) {
        RequestMix mix = options.workload(path).mix(endpoint.base());
        return hasAgent() ? mix.with(PathMark.of(options, path)) : mix;
    }

    /// What the requests of a path's loads used between two instants.
    public AgentLog.Demand demand(AgentLog log, String path, Instant from, Instant to) {
        return log.demand(PathMark.number(options, path), from, to);
    }

    /// Whether Heddle's agent is inside.
    public boolean hasAgent() {
        return agentLog.isPresent();
    }

    public Set<Long> tree() {
        return process.tree();
    }

    public Path output() {
        return process.output();
    }

    public AgentLog log() {
        return agentLog.map(AgentLog::read).orElseGet(AgentLog::none);
    }

    /// The agent's log once it covers the given instant; what there is when the agent stays silent.
    public AgentLog logAfter(Instant instant) throws InterruptedException {
        Since begun = Since.now();
        AgentLog log = log();
        while (agentLog.isPresent()
                && log.lastTick().isBefore(instant)
                && !begun.longerThan(LOG_WAIT)
                && process.alive()) {
            Thread.sleep(20);
            log = log();
        }
        return log;
    }

    /// Puts a load on a path. That the target has ended says more than that it refuses connections, so it is asked
    /// first when the load fails.
    ///
    /// @param during what is going on, for the sentence
    public Measurement measure(
            Generator generator, String path, Load load, Phases phases, RunListener moments, String during)
            throws InterruptedException {
        Instant from = Instant.now();
        try {
            Measurement measured = generator.run(endpoint, mix(path), load, phases, moments);
            requireAlive(during);
            return measured;
        } catch (Failure failure) {
            requireStaysAlive(during);
            throw failure;
        } finally {
            spans.add(new LoadSpan(path, from, Instant.now()));
        }
    }

    /// The loads that [#measure(Generator, String, Load, Phases, RunListener, String)] put on this JVM, in their order.
    public List<LoadSpan> spans() {
        return List.copyOf(spans);
    }

    /// Puts one load after the other on a path. A target that ends ends the load.
    public StagedResult measure(Generator generator, String path, StagedLoad load, StagedListener listener)
            throws InterruptedException {
        return generator.run(endpoint, mix(path), load, listener);
    }

    /// Why the target ended by itself; empty while it runs.
    public Optional<String> ended() {
        return process.alive()
                ? Optional.empty()
                : Optional.of("the target ended"
                        + (process.exitCode().isPresent()
                                ? " with exit code " + process.exitCode().getAsInt()
                                : ""));
    }

    /// Whether the target said that it had no memory left.
    public boolean ranOutOfMemory() {
        return process.lastLines(MANY_LINES).contains(NO_MEMORY);
    }

    /// Waits until requests that an earlier trial left behind are answered, so that they do not run into the next
    /// one: until several in a row are answered at once and nobody waits for a pool. A pool may serve who comes
    /// before who waits, so that one quick answer alone tells nothing. After enough answers it is given up.
    public void drain(Generator generator, String path, double serviceMillis) throws InterruptedException {
        Since begun = Since.now();
        int quick = 0;
        for (int answers = 0; answers < ENOUGH_ANSWERS && !begun.longerThan(options.timeout()); answers++) {
            long before = System.nanoTime();
            try {
                generator.once(endpoint, aside(options.workload(path).probe(endpoint.base())), options.timeout());
            } catch (Failure failure) {
                requireStaysAlive("the last requests to " + path);
                throw failure;
            }
            double millis = (System.nanoTime() - before) / 1e6;
            quick = millis <= 1.5 * serviceMillis + 10 ? quick + 1 : 0;
            if (quick >= QUICK_ANSWERS && log().waiting() == 0) {
                return;
            }
        }
    }

    /// The failure with its cause, where the target's output names it: a JVM without memory answers late, wrongly
    /// or not at all.
    public Failure explained(Failure failure) {
        return explained(failure, process);
    }

    private static Failure explained(Failure failure, OwnedProcess process) {
        return process.lastLines(MANY_LINES)
                .lines()
                .filter(line -> line.contains(NO_MEMORY))
                .findFirst()
                .map(line -> line.substring(line.indexOf(NO_MEMORY)))
                .map(error -> new Failure(
                        "the target ran out of memory (" + error + "): " + failure.sentence(),
                        "give it more, such as --jvm -Xmx1g, or ask for fewer --connections; its whole output is in "
                                + process.output(),
                        TargetFault.outOfMemory(failure)))
                .orElse(failure);
    }

    /// A process that ends still has its socket for a moment.
    private void requireStaysAlive(String during) throws InterruptedException {
        for (int look = 0; look < 25 && process.alive(); look++) {
            Thread.sleep(20);
        }
        requireAlive(during);
    }

    /// @throws Failure when the target has ended by itself
    private void requireAlive(String during) {
        if (!process.alive()) {
            String code = process.exitCode().isPresent()
                    ? " with exit code " + process.exitCode().getAsInt()
                    : "";
            throw new Failure(
                    "the target ended" + code + " during " + during + "; its last lines:\n" + process.lastLines(10),
                    "its whole output is in " + process.output(),
                    TargetFault.ended());
        }
    }

    @Override
    public void close() {
        endWatch();
        process.stop(GRACE);
    }
}
