package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.race.plan.Switch;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Each arm must be what it claims: there is no silent "virtual" run on platform threads.
public final class Proof {

    /// Least share of requests on virtual threads in the virtual arm; in the platform arm the most is what is left
    /// to 1.
    static final double LEAST = 0.95;

    private Proof() {}

    /// There is something to flip: a request to a path was counted, or at least no event loop was seen to run it.
    ///
    /// @param counted requests that had been counted before the first one to a path: a management server may
    ///     have answered them
    /// @throws Failure when requests run on an event loop
    public static void requireThreads(AgentLog log, long counted) {
        if (log.requests() == counted && !log.eventLoops().isEmpty()) {
            AgentLog.EventLoop loop = log.eventLoops().getFirst();
            throw new Failure(
                    "nothing to flip: requests run on an event loop (" + loop.server() + ", set up by "
                            + loop.className() + ", on thread '" + loop.thread() + "' of " + loop.threadClass() + ")",
                    "such a service gains where it leaves the event loop: race the blocking part behind a servlet server, or a handler on an executor");
        }
    }

    /// @param share share of requests whose handler ran on a virtual thread; empty when none was counted
    /// @param to end of the trial, which the agent's log should have
    /// @throws Failure when the arm is not what it claims
    public static void check(Arm arm, Switch by, OptionalDouble share, AgentLog log, Instant to) {
        if (log.hello().isEmpty()) {
            throw new Failure(
                    "Heddle's agent did not start in the target: nothing can be proven about its threads",
                    "look into the target's output; does the command pass options to its JVM ({java} in --exec)?");
        }
        if (share.isEmpty() && log.lastTick().isBefore(to)) {
            throw new Failure(
                    "the agent stopped writing what it sees before the trial of the " + arm.label()
                            + " arm had ended: nothing can be proven about its threads",
                    "is the disk with the temporary folder full? Free some of it; else look into the target's output");
        }
        if (share.isEmpty()) {
            throw new Failure(
                    "the agent counted no request" + found(log)
                            + ": the server that answers is not one that Heddle knows",
                    "./dev hooks lists the servers that Heddle knows; tell us the server in an issue");
        }
        boolean virtual = arm.mode() == Arm.Mode.VIRTUAL;
        double part = share.getAsDouble();
        if (virtual && part < LEAST) {
            throw new Failure(
                    String.format(
                            Locale.ROOT,
                            "only %.0f %% of the requests of the %s arm ran on virtual threads%s; tried: %s%s",
                            part * 100,
                            arm.label(),
                            found(log),
                            by.title(),
                            refused(log)),
                    by.agentFlips()
                            ? "is the service on an executor of its own? --switch framework uses the framework's switch instead"
                            : "--switch agent flips the server's threads itself");
        }
        if (!virtual && part > 1 - LEAST) {
            throw new Failure(
                    String.format(
                            Locale.ROOT,
                            "%.0f %% of the requests of the %s arm ran on virtual threads%s: the service switches them on itself",
                            part * 100,
                            arm.label(),
                            found(log)),
                    "switch virtual threads off in the service's configuration, so that there is a platform arm");
        }
    }

    private static String found(AgentLog log) {
        Optional<AgentLog.Server> server = log.server();
        return server.map(s -> " (server: " + s.title() + ")").orElse(" (no server recognised)");
    }

    private static String refused(AgentLog log) {
        String refused = log.hooks().stream()
                .filter(h -> !h.applied())
                .map(h -> h.name() + " on " + h.className() + ": " + h.detail())
                .collect(Collectors.joining("; "));
        return refused.isEmpty() ? "" : "; not applied: " + refused;
    }
}
