package io.heddle.race.arm;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.Arm;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.race.plan.Switch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the agent saw in one JVM of the target, read from its result file. The format is docs/agent-log.md.
///
/// @param hello the agent's first word; empty when the agent did not start
/// @param hooks each class that a hook met
/// @param servers servers whose request executor was made, in that order
/// @param eventLoops servers that run requests on an event loop
/// @param ticks periods of a fifth of a second
/// @param pins periods with pinned virtual threads
/// @param probe what the probe virtual thread met
/// @param jfrFolders where the target's JVM keeps its flight recording while it runs
/// @param notes what a reader should know
/// @param jvm what its JVM is
public record AgentLog(
        Optional<Hello> hello,
        List<Hook> hooks,
        List<Server> servers,
        List<EventLoop> eventLoops,
        List<Tick> ticks,
        List<PinPeriod> pins,
        List<ProbePeriod> probe,
        List<Path> jfrFolders,
        List<String> notes,
        Jvm jvm) {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /// The hook of the JDK's own pools.
    private static final String THREAD_BY_THREAD = "thread-pool";

    /// The hooks that are around the handling of requests, not only at its beginning.
    private static final Set<String> LIMITING = Set.of("tomcat-requests", "jetty-requests", "undertow-requests");

    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Hello(long at, String agent, String jdk, String mode, double premainMillis) {}

    /// @param compactHeaders `true` or `false`; empty where the JVM has no such option
    /// @param pollers how virtual threads wait for sockets; empty while none has
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Jvm(String collector, String compactHeaders, String pollers) {

        static final Jvm UNKNOWN = new Jvm("", "", "");
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Hook(
            String name,
            String state,
            @JsonProperty("class") String className,
            String detail) {

        boolean applied() {
            return state.equals("applied");
        }
    }

    /// @param threads size of its pool; 0 unknown; [Integer#MAX_VALUE] where it has as many as it is asked
    ///     for
    /// @param reserved threads of it that never run a request
    /// @param flippedBy the hook that made its requests run on virtual threads; empty when none did
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Server(String name, String version, int threads, int reserved, String flippedBy) {

        public String title() {
            return version.isEmpty() ? name : name + " " + version;
        }

        /// 0 where they are unknown, or nothing bounds them.
        int requestThreads() {
            return threads == Integer.MAX_VALUE ? 0 : Math.max(0, threads - reserved);
        }

        /// Whether a hook put a thread for each request in the place of its pool. What is flipped thread by
        /// thread keeps its size.
        boolean isUnbounded() {
            return !flippedBy.isEmpty() && !flippedBy.equals(THREAD_BY_THREAD);
        }
    }

    /// @param className what sets its connections up
    /// @param thread name of the thread that a connection's requests run on
    @JsonIgnoreProperties(ignoreUnknown = true)
    record EventLoop(String server, @JsonProperty("class") String className, String threadClass, String thread) {}

    /// @param paths number of a path and how many of its requests were served
    /// @param aside of requests that belong to no load: the thread, from when and until when, in milliseconds
    ///     since the epoch; 0 as long as it goes on
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Tick(
            long at,
            double seconds,
            long virtual,
            long platform,
            int threads,
            int peakThreads,
            int running,
            long heap,
            long heapMax,
            List<List<Long>> paths,
            List<List<Long>> aside,
            List<Pool> pools) {

        Tick {
            paths = paths == null ? List.of() : paths;
            aside = aside == null ? List.of() : aside;
        }

        boolean middleWithin(Instant from, Instant to) {
            double middle = at - seconds * 500;
            return middle >= from.toEpochMilli() && middle <= to.toEpochMilli();
        }
    }

    /// @param holds middle of the bucket in microseconds, and how many holds fell into it
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Pool(
            String name, String kind, int max, int active, int waiting, List<List<Long>> holds, List<PathHolds> paths) {

        Pool {
            paths = paths == null ? List.of() : paths;
        }

        /// The same with the holds of one path alone.
        Pool of(int path) {
            List<List<Long>> own = paths.stream()
                    .filter(holder -> holder.path() == path)
                    .flatMap(holder -> holder.holds().stream())
                    .toList();
            return new Pool(name, kind, max, active, waiting, own, List.of());
        }
    }

    /// The holds of a path's requests.
    @JsonIgnoreProperties(ignoreUnknown = true)
    record PathHolds(int path, List<List<Long>> holds) {}

    /// What the requests of one path used.
    ///
    /// @param requests how many were served; 0 where the agent does not know which path's a request is
    /// @param pools those that they used, with their own holds alone
    public record Demand(long requests, List<PoolUse> pools) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record PinPeriod(long at, long count, double seconds) {}

    /// @param outstandingMillis how long the wake-up that nobody had answered had been waiting
    /// @param answers when each was sent, milliseconds; until the virtual thread ran, and how late its
    ///     platform thread was itself, microseconds
    @JsonIgnoreProperties(ignoreUnknown = true)
    record ProbePeriod(long at, double periodMillis, double outstandingMillis, List<List<Double>> answers) {}

    /// What was seen between two instants.
    ///
    /// @param virtual requests dispatched on virtual threads
    /// @param platform requests dispatched on platform threads
    /// @param pins null when the target's JVM has no flight recorder
    public record Window(
            long virtual,
            long platform,
            int peakThreads,
            List<PoolUse> pools,
            @Nullable Pins pins) {

        /// Share of requests on virtual threads, 0 to 1; empty when none was counted.
        public OptionalDouble virtualShare() {
            long all = virtual + platform;
            return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) virtual / all);
        }
    }

    /// Of a service without an agent.
    static AgentLog none() {
        return new AgentLog(
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Jvm.UNKNOWN);
    }

    /// Reads what has been written so far; a line that is cut off or unknown is skipped.
    public static AgentLog read(Path file) {
        AgentLog log = new AgentLog(
                Optional.empty(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                Jvm.UNKNOWN);
        Optional<Hello> hello = Optional.empty();
        Jvm jvm = Jvm.UNKNOWN;
        for (String line : lines(file)) {
            try {
                JsonNode node = JSON.readTree(line);
                switch (node.path("kind").asText()) {
                    case "hello" -> hello = Optional.of(JSON.treeToValue(node, Hello.class));
                    case "jvm" -> jvm = JSON.treeToValue(node, Jvm.class);
                    case "hook" -> log.hooks.add(JSON.treeToValue(node, Hook.class));
                    case "server" -> log.servers.add(JSON.treeToValue(node, Server.class));
                    case "event-loop" -> log.eventLoops.add(JSON.treeToValue(node, EventLoop.class));
                    case "tick" -> log.ticks.add(JSON.treeToValue(node, Tick.class));
                    case "pins" -> log.pins.add(JSON.treeToValue(node, PinPeriod.class));
                    case "probe" -> log.probe.add(JSON.treeToValue(node, ProbePeriod.class));
                    case "jfr" -> log.jfrFolders.add(Path.of(node.path("folder").asText()));
                    case "note" -> log.notes.add(node.path("text").asText());
                    default -> {
                        // written by a newer agent
                    }
                }
            } catch (JsonProcessingException cutOff) {
                // only a last line that is still being written; the next read has it whole
            }
        }
        return new AgentLog(
                hello,
                log.hooks,
                log.servers,
                log.eventLoops,
                log.ticks,
                log.pins,
                log.probe,
                log.jfrFolders,
                log.notes,
                jvm);
    }

    private static List<String> lines(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new Failure(
                    "cannot read what the agent wrote to " + file + ": " + IoReason.of(e),
                    "check the disk, then race again",
                    e);
        }
    }

    /// What it tells of the carriers, with the recordings that lie beside it.
    public CarrierWatch.Trace trace(List<Path> recordings) {
        List<CarrierWatch.Answer> answers = probe.stream()
                .flatMap(period -> period.answers().stream())
                .filter(answer -> answer.size() == 3)
                .map(answer -> new CarrierWatch.Answer(
                        Instant.ofEpochMilli(answer.get(0).longValue()), answer.get(1) / 1e3, answer.get(2) / 1e3))
                .toList();
        Optional<ProbePeriod> last = probe.isEmpty() ? Optional.empty() : Optional.of(probe.getLast());
        Optional<Instant> outstanding = last.filter(period -> period.outstandingMillis() > period.periodMillis())
                .map(period -> Instant.ofEpochMilli(period.at()).minusMillis((long) period.outstandingMillis()));
        return new CarrierWatch.Trace(
                recordings, last.map(ProbePeriod::periodMillis).orElse(0.0), answers, outstanding, lastTick(), aside());
    }

    /// Threads that served requests which belong to no load, from when until when; until the last tick where no end
    /// was seen.
    List<CarrierWatch.ThreadTime> aside() {
        Map<List<Long>, Long> ends = new LinkedHashMap<>();
        ticks.stream()
                .flatMap(tick -> tick.aside().stream())
                .filter(time -> time.size() == 3)
                .forEach(time -> ends.merge(time.subList(0, 2), time.getLast(), Math::max));
        return ends.entrySet().stream()
                .map(time -> new CarrierWatch.ThreadTime(
                        time.getKey().getFirst(),
                        Instant.ofEpochMilli(time.getKey().getLast()),
                        time.getValue() == 0 ? lastTick() : Instant.ofEpochMilli(time.getValue() + 1)))
                .toList();
    }

    /// Requests that were dispatched in each second from an instant on.
    public List<Long> requestsFrom(Instant begin, int seconds) {
        long[] counts = new long[seconds];
        for (Tick tick : ticks) {
            double middle = (tick.at() - begin.toEpochMilli()) / 1e3 - tick.seconds() / 2;
            if (middle >= 0 && middle < seconds) {
                counts[(int) middle] += tick.virtual() + tick.platform();
            }
        }
        return Arrays.stream(counts).boxed().toList();
    }

    /// Threads of a pool that an arm's requests wait for; 0 when there is none or it is not known. A pool that the
    /// agent flipped thread by thread keeps its size.
    public int requestThreads(Arm arm, Switch by) {
        boolean unbounded = arm.mode() == Arm.Mode.VIRTUAL
                && (!by.agentFlips() || server().filter(Server::isUnbounded).isPresent());
        return unbounded
                ? 0
                : arm.threads()
                        .orElseGet(() -> server().map(Server::requestThreads).orElse(0));
    }

    /// The server that dispatches requests: the one with the largest pool when the target has several.
    public Optional<Server> server() {
        return servers.stream().max(Comparator.comparingInt(Server::threads));
    }

    /// Whether the agent counts the requests that are within their handlers, and so can limit them.
    public boolean seesRunning() {
        return hooks.stream().anyMatch(hook -> hook.applied() && LIMITING.contains(hook.name()));
    }

    /// Requests that were counted so far, on whatever threads.
    public long requests() {
        return ticks.stream()
                .mapToLong(tick -> tick.virtual() + tick.platform())
                .sum();
    }

    /// When the last tick was written; the epoch when none was.
    Instant lastTick() {
        return ticks.isEmpty()
                ? Instant.EPOCH
                : Instant.ofEpochMilli(ticks.getLast().at());
    }

    /// Requests that waited for something of a pool at the last tick.
    int waiting() {
        return ticks.isEmpty()
                ? 0
                : ticks.getLast().pools().stream().mapToInt(Pool::waiting).sum();
    }

    /// How full the target was between two instants.
    public List<Occupancy> occupancy(Instant from, Instant to) {
        return ticks.stream()
                .filter(tick -> tick.middleWithin(from, to))
                .map(tick -> new Occupancy(
                        tick.at(), tick.virtual() + tick.platform(), tick.running(), tick.heap(), tick.heapMax()))
                .toList();
    }

    /// Sums the periods whose middle lies between the two instants.
    public Window window(Instant from, Instant to) {
        List<Tick> inside = ticks.stream().filter(t -> t.middleWithin(from, to)).toList();
        long pinCount = 0;
        double pinSeconds = 0;
        for (PinPeriod period : pins) {
            if (period.at() >= from.toEpochMilli() && period.at() <= to.toEpochMilli()) {
                pinCount += period.count();
                pinSeconds += period.seconds();
            }
        }
        return new Window(
                inside.stream().mapToLong(Tick::virtual).sum(),
                inside.stream().mapToLong(Tick::platform).sum(),
                inside.stream().mapToInt(Tick::peakThreads).max().orElse(0),
                pools(inside.stream().flatMap(tick -> tick.pools().stream())),
                jfrFolders.isEmpty() ? null : new Pins(pinCount, pinSeconds));
    }

    /// What the requests of a path used in the periods whose middle lies between the two instants.
    ///
    /// @param path its number
    Demand demand(int path, Instant from, Instant to) {
        List<Tick> inside = ticks.stream().filter(t -> t.middleWithin(from, to)).toList();
        return new Demand(
                inside.stream()
                        .flatMap(tick -> tick.paths().stream())
                        .filter(served -> served.getFirst() == path)
                        .mapToLong(List::getLast)
                        .sum(),
                pools(inside.stream().flatMap(tick -> tick.pools().stream()).map(pool -> pool.of(path))).stream()
                        .filter(pool -> pool.holds() > 0)
                        .toList());
    }

    private static List<PoolUse> pools(Stream<Pool> samples) {
        Map<String, List<Pool>> byName = samples.collect(Collectors.groupingBy(Pool::name));
        return byName.values().stream()
                .map(AgentLog::use)
                .sorted(Comparator.comparing(PoolUse::name))
                .toList();
    }

    private static PoolUse use(List<Pool> samples) {
        Pool last = samples.getLast();
        List<List<Long>> holds = samples.stream()
                .flatMap(p -> p.holds().stream())
                .sorted(Comparator.comparing(List::getFirst))
                .toList();
        long count = holds.stream().mapToLong(List::getLast).sum();
        double totalMicros = holds.stream()
                .mapToDouble(h -> (double) h.getFirst() * h.getLast())
                .sum();
        return new PoolUse(
                last.name(),
                last.kind(),
                last.max(),
                samples.stream().mapToInt(Pool::active).max().orElse(0),
                samples.stream().mapToInt(Pool::waiting).max().orElse(0),
                count,
                percentile(holds, count * 0.05) / 1e3,
                count == 0 ? 0 : totalMicros / count / 1e3);
    }

    private static double percentile(List<List<Long>> ascending, double rank) {
        long seen = 0;
        for (List<Long> hold : ascending) {
            seen += hold.getLast();
            if (seen >= rank) {
                return hold.getFirst();
            }
        }
        return 0;
    }
}
