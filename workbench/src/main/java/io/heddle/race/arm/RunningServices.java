package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.model.Target;
import io.heddle.race.load.Endpoint;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.target.Sockets;
import io.heddle.race.target.Supervisor;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Two services that already run, one for each arm. Their names are looked up once, here.
public record RunningServices(Endpoint platform, Endpoint virtual, RaceOptions options) implements ArmSource {

    private static final List<String> NOTES = List.of(
            "two services that already ran: Heddle has no agent in them, so on which threads they handle requests is not proven (virtualShare is null), pools are not seen, and CPU and memory are not known",
            "that the two differ in their threads and in nothing else is for you to know: same build, JDK, heap, flags, data and neighbours",
            "repetitions are rounds on the same two JVMs: the intervals do not hold the difference from one JVM to the next");

    /// @throws Failure if one of them is not a service that this user may load
    public static RunningServices of(TargetChoice.Urls urls, RaceOptions options) {
        Endpoint platform = endpoint(urls.platform(), urls.owned());
        Endpoint virtual = endpoint(urls.virtual(), urls.owned());
        if (platform.address().equals(virtual.address())) {
            throw new Failure(
                    "--platform-url and --virtual-url are the same service",
                    "start the service twice, once with virtual threads, on two ports");
        }
        return new RunningServices(platform, virtual, options);
    }

    @Override
    public Switch by(Arm arm) {
        return Switch.none();
    }

    @Override
    public List<String> notes() {
        return NOTES;
    }

    @Override
    public Arm.Seen before(Arm arm) {
        return Arm.Seen.NOTHING;
    }

    @Override
    public Target target() {
        return new Target(
                List.of(platform.base().toString(), virtual.base().toString()), "", "", "", List.of(), "", NOTES);
    }

    @Override
    public ArmRun start(Schedule.Turn turn, Supervisor supervisor, Consumer<String> talk) {
        return ArmRun.running(turn.arm().mode() == Arm.Mode.VIRTUAL ? virtual : platform, options);
    }

    @Override
    public Optional<Path> flight(Schedule.Turn turn) {
        return Optional.empty();
    }

    @Override
    public AgentLog lastWord(Schedule.Turn turn) {
        return AgentLog.none();
    }

    static Endpoint endpoint(URI uri, Set<String> owned) {
        // Java sees no user in an authority that it cannot read, such as one with an underscore.
        if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
            throw new Failure(
                    "the URL of "
                            + uri.getRawAuthority()
                                    .substring(uri.getRawAuthority().lastIndexOf('@') + 1)
                            + " holds a user and a password",
                    "give them as a header: --header 'Authorization: Basic …'");
        }
        if (uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || uri.getRawPath() != null && uri.getRawPath().length() > 1) {
            throw new Failure(
                    "'" + Redaction.text(uri.toString()) + "' has a path",
                    "give scheme, host and port here, and the path with --path or --requests");
        }
        Endpoint endpoint = Endpoint.of(uri, owned);
        if (endpoint.address().getAddress().isLoopbackAddress() && !owned.contains(uri.getHost())) {
            Sockets.strangerAt(endpoint.address().getPort()).ifPresent(who -> {
                throw new Failure(
                        "the service on port " + endpoint.address().getPort() + " " + who,
                        "race as its user; if it is yours all the same, say so with --i-own-this-target "
                                + uri.getHost());
            });
        }
        return endpoint;
    }
}
