package io.heddle.cli;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.race.plan.OverloadChoice;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The options of a race that ask for more than the service can do.
final class RaceOverload {

    private static final String NONE = "none";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int A_TRIAL = 3;
    private static final Duration QUICK = Duration.ofSeconds(10);
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final int MOST_LIMIT = 1_000_000;

    @Option(
            names = "--overload",
            paramLabel = "1.5x,3x",
            split = ",",
            description =
                    "Then offers each arm these multiples of the lower arm's capacity, and half of it to recover (default: 1.5x,3x on one path in a race that neither --quick, --duration nor --repetitions shortens; none overloads nothing).")
    private List<String> factors = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Overloads an arm on virtual threads as well that handles N requests at once, lets N wait and answers 503 to the others.")
    private Optional<Integer> limit = Optional.empty();

    /// @param usual whether the race is as long as it is without options that shorten it
    /// @param patience that was asked for
    Optional<OverloadChoice> choice(
            Terminal terminal,
            TargetChoice target,
            List<Arm> arms,
            boolean usual,
            boolean quick,
            Optional<Duration> duration,
            Optional<Duration> patience) {
        terminal.require(
                limit.isEmpty() || limit.orElseThrow() > 0 && limit.orElseThrow() <= MOST_LIMIT,
                "--limit takes 1 or more");
        boolean both = arms.stream().map(Arm::mode).distinct().count() > 1;
        boolean none = factors.equals(List.of(NONE));
        boolean byItself = usual && both && !(target instanceof TargetChoice.Urls);
        if (none || factors.isEmpty() && limit.isEmpty() && !byItself) {
            terminal.require(limit.isEmpty() || !none, "--limit adds an arm under overload: leave --overload none out");
            return Optional.empty();
        }
        requireOwn(target);
        if (limit.isPresent() && arms.stream().noneMatch(arm -> arm.mode() == Arm.Mode.VIRTUAL)) {
            throw new Failure("--limit limits an arm on virtual threads, and there is none", "leave it out");
        }
        List<Double> times = factors.isEmpty()
                ? OverloadChoice.USUAL
                : factors.stream()
                        .map(OverloadChoice::factor)
                        .sorted()
                        .distinct()
                        .toList();
        return Optional.of(new OverloadChoice(
                times,
                !factors.isEmpty(),
                duration.map(trial -> trial.multipliedBy(A_TRIAL)).orElse(quick ? QUICK : USUAL),
                patience.orElse(PATIENCE),
                limit.map(OptionalInt::of).orElse(OptionalInt.empty())));
    }

    /// Overload goes to nobody else's service, whoever says that it is his.
    private void requireOwn(TargetChoice target) {
        if (target instanceof TargetChoice.Urls urls) {
            Stream.of(urls.platform(), urls.virtual())
                    .filter(url -> !isLoopback(url))
                    .findFirst()
                    .ifPresent(url -> {
                        throw new Failure(
                                "--overload goes to loopback only, and " + url.getHost() + " is not",
                                "run both services on this machine, or leave --overload out");
                    });
            if (limit.isPresent()) {
                throw new Failure(
                        "--limit needs Heddle's agent in the service, and it does not start services at URLs",
                        "race the jar, or set the limit in the service itself");
            }
        }
    }

    private static boolean isLoopback(URI url) {
        try {
            return url.getHost() != null && InetAddress.getByName(url.getHost()).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
