package io.heddle.race.bound;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import io.heddle.model.Redaction;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitClass;
import io.heddle.model.WaitWatch;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.arm.BadAnswer;
import io.heddle.race.arm.TargetFault;
import io.heddle.race.load.Answer;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.NoAnswer;
import io.heddle.race.load.RunListener;
import io.heddle.race.plan.Pace;
import io.heddle.race.requests.Entry;
import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures, before any real load, what one request costs when nobody else is there.
public final class ServiceTimes {

    /// Requests before anything is measured: a bound from a cold JVM's service time flags healthy runs.
    private static final int WARM = 200;
    private static final int WARM_CONNECTIONS = 50;
    private static final int ATTEMPTS = 10;

    /// Requests of a file that are tried before any load; the others are only counted.
    private static final int MOST_TRIED = 100;

    /// Borrowed less often than this for each request, a pool is somebody else's.
    private static final double USED = 0.05;

    /// After which requests queue.
    private static final long SETTLED_MILLIS = 300;

    /// Share of the time of requests that a lock has which lets one through at a time.
    private static final double MOST_WAIT = 0.5;

    private final Generator generator;
    private final Pace pace;
    private final Duration timeout;

    public ServiceTimes(Generator generator, Pace pace, Duration timeout) {
        this.generator = generator;
        this.pace = pace;
        this.timeout = timeout;
    }

    /// A warm path.
    ///
    /// @param throughput answered requests a second while it was warming up
    /// @param cpuMillis CPU time of the target for each request meanwhile
    /// @param machine share of the machine's CPU that was busy meanwhile, 0 to 1; 0 where it is not known
    public record Warm(String workload, double throughput, double cpuMillis, double machine) {}

    /// Each request of a workload once, so that a wrong one is said before anything else happens.
    ///
    /// @return the answers to as many of them as were tried, in their order, at least one
    /// @throws Failure when an answer is an error
    public List<Answer> tryEach(ArmRun run, String workload) throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (Entry entry : run.entries(workload)
                .subList(0, Math.min(MOST_TRIED, run.entries(workload).size()))) {
            answers.add(tryOnce(run, workload, entry));
        }
        return answers;
    }

    private Answer tryOnce(ArmRun run, String workload, Entry entry) throws InterruptedException {
        Answer answer = run.once(generator, entry);
        if (!run.accepted(workload).good(answer.status())) {
            throw BadAnswer.of(Redaction.text(entry.where()), answer, run.lookAtOutput());
        }
        return answer;
    }

    /// A target that fails now and then is measured on; one that does not serve any more ends the race.
    ///
    /// @throws Failure when none of some requests in a row is answered well, or one of them not in time
    public void requireServing(ArmRun run, String workload) throws InterruptedException {
        long begun = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                tryOnce(run, workload, run.entries(workload).getFirst());
                return;
            } catch (Failure failure) {
                if (attempt == ATTEMPTS || System.nanoTime() - begun > timeout.toNanos()) {
                    throw failure;
                }
            }
        }
    }

    /// Connections of a warm-up.
    static int warmConnections(int mostConnections) {
        return Math.min(WARM_CONNECTIONS, mostConnections);
    }

    /// At least 200 requests, so that what is measured later runs compiled code.
    public Warm warm(ArmRun run, String workload, int mostConnections) throws InterruptedException {
        int connections = warmConnections(mostConnections);
        Duration[] cpu = {Duration.ZERO};
        Usage.Machine[] machine = {Usage.machine(), Usage.machine()};
        Measurement warm = run.measure(
                generator,
                workload,
                new Load.Closed(connections),
                pace.warm(WARM, connections),
                new RunListener() {
                    @Override
                    public void measuring() {
                        cpu[0] = Usage.cpu(run.tree());
                        machine[0] = Usage.machine();
                    }

                    @Override
                    public void measured() {
                        cpu[0] = Usage.cpu(run.tree()).minus(cpu[0]);
                        machine[1] = Usage.machine();
                    }

                    @Override
                    public void progress(double fractionDone, double throughput) {
                        // too short to tell
                    }
                },
                "the warm-up of " + workload);
        if (warm.requests() == 0) {
            String sentence = workload + " gave no good answer at " + connections + " connections: "
                    + (warm.errors() == 0 ? warm.timeouts() + " timeouts" : warm.errorKinds());
            String next = run.lookAtOutput();
            throw warm.errors() == 0
                    ? new Failure(sentence, next, new NoAnswer(warm.timeouts(), warm.from(), warm.to()))
                    : new Failure(sentence, next, new TargetFault("errors alone"));
        }
        return new Warm(
                workload,
                warm.throughput(),
                cpu[0].toNanos() / 1e6 / warm.requests(),
                machine[1].busySince(machine[0]));
    }

    /// Waits until what a warm-up left behind is answered, so that it neither runs into the next path nor is blamed on
    /// it.
    public void drain(ArmRun run, String workload) throws InterruptedException {
        run.drain(generator, workload, Double.MAX_VALUE);
    }

    /// Looks at what requests wait for while a path is warmed up once more, where its warm-up looked as if they waited
    /// for one another.
    ///
    /// @return the code that has the lock for which they wait, `class.method`; empty where most of them do not
    ///     wait for one, or its owner was not seen
    public Optional<String> lock(ArmRun run, String workload, WaitWatch waits) throws InterruptedException {
        WaitAccount[] seen = {WaitAccount.NONE};
        Thread looking = Thread.ofPlatform().daemon().name("heddle-waits").start(() -> {
            try {
                Thread.sleep(SETTLED_MILLIS);
                seen[0] = waits.look(run.tree());
            } catch (InterruptedException ended) {
                // the load has ended, and with it what there was to see
            }
        });
        try {
            warm(run, workload, WARM_CONNECTIONS);
        } finally {
            looking.interrupt();
            looking.join();
        }
        drain(run, workload);
        return seen[0].first()
                .filter(wait -> wait.kind() == WaitClass.MONITOR || wait.kind() == WaitClass.LOCK)
                .filter(wait -> wait.contended() && wait.share() > MOST_WAIT)
                .flatMap(WaitAccount.Wait::owner)
                .map(WaitAccount.Owner::place);
    }

    /// As [#warm], all paths at once: for a JVM of which nothing is measured while it warms up.
    public void warmTogether(ArmRun run, List<String> paths, int mostConnections) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Warm>> warming = threads.invokeAll(paths.stream()
                    .map(workload -> (Callable<Warm>) () -> warm(run, workload, mostConnections))
                    .toList());
            for (Future<Warm> workload : warming) {
                workload.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /// The service time at one connection. Requests that the warm-up left behind may hold connections at first:
    /// then it is measured again.
    public ServiceTime alone(ArmRun run, Warm warm) throws InterruptedException {
        ServiceTime first = aloneOnce(run, warm);
        return first.isWhole() ? first : ServiceTime.lessBusy(first, aloneOnce(run, warm));
    }

    private ServiceTime aloneOnce(ArmRun run, Warm warm) throws InterruptedException {
        String workload = warm.workload();
        Measurement alone = run.measure(
                generator,
                workload,
                new Load.Closed(1),
                pace.alone(run.leastShare(workload)),
                RunListener.none(),
                "the measurement of " + workload + " at one connection");
        if (alone.requests() == 0) {
            throw new Failure(
                    workload + " gave no good answer at one connection: " + alone.errorKinds(),
                    run.lookAtOutput(),
                    new TargetFault("errors alone"));
        }
        AgentLog.Demand demand = run.demand(run.logAfter(alone.to()), workload, alone.from(), alone.to());
        List<ServiceTime.PathPool> pools = demand.pools().stream()
                .filter(use -> demand.requests() > 0 && use.maximum() > 0)
                .filter(use -> (double) use.holds() / demand.requests() > USED)
                .map(use -> ServiceTime.PathPool.of(use, demand.requests()))
                .toList();
        return new ServiceTime(workload, alone.lowNanos() / 1e6, alone.requests(), pools, warm.cpuMillis());
    }
}
