package io.heddle.cli;

import io.heddle.model.Arm;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options of a race that say which service is raced.
final class RaceTarget {

    @Parameters(
            arity = "0..*",
            paramLabel = "TARGET.jar [-- ARGS]",
            description = "A runnable jar, and its arguments; {port} becomes a free port.")
    private List<String> words = List.of();

    @Option(
            names = "--exec",
            paramLabel = "CMD",
            description = "A command that starts the target; {java} becomes its java, {port} a free port.")
    private Optional<String> exec = Optional.empty();

    @Option(
            names = "--platform-url",
            paramLabel = "URL",
            description =
                    "A service that already runs, on platform threads: scheme, host and port. Needs --virtual-url; nothing is started or ended.")
    private Optional<URI> platformUrl = Optional.empty();

    @Option(names = "--virtual-url", paramLabel = "URL", description = "The same service, running on virtual threads.")
    private Optional<URI> virtualUrl = Optional.empty();

    @Option(
            names = "--i-own-this-target",
            paramLabel = "HOST",
            description = "Allows load on this host of a URL, beyond loopback or of another user.")
    private Set<String> owned = Set.of();

    /// Without a target the demo is raced, unless each arm brings a jar.
    ///
    /// @param saysHowToStart whether an option was given that needs a target which Heddle starts
    TargetChoice choice(Terminal terminal, boolean saysHowToStart, List<Arm> arms) {
        if (platformUrl.isPresent() || virtualUrl.isPresent()) {
            terminal.require(
                    platformUrl.isPresent() && virtualUrl.isPresent(),
                    "--platform-url and --virtual-url come together");
            terminal.require(
                    words.isEmpty() && exec.isEmpty() && !saysHowToStart,
                    "services that already run take no jar, --exec, --also-threads, --cpus, --port, --jvm or --switch");
            terminal.require(
                    arms.size() == 2
                            && arms.stream().allMatch(arm -> arm.build().equals(Arm.Build.OF_THE_RACE)),
                    "services that already run are two, and --arms gives them neither another JDK nor another jar");
            return new TargetChoice.Urls(platformUrl.orElseThrow(), virtualUrl.orElseThrow(), owned);
        }
        terminal.require(owned.isEmpty(), "--i-own-this-target belongs to --platform-url and --virtual-url");
        if (exec.isPresent()) {
            return new TargetChoice.Exec(exec.orElseThrow(), words);
        }
        if (words.isEmpty() && arms.stream().allMatch(arm -> arm.build().jar().isPresent())) {
            return new TargetChoice.Jar(Path.of(arms.getFirst().build().jar().orElseThrow()), List.of());
        }
        return words.isEmpty()
                ? DemoJars.find(terminal)
                : new TargetChoice.Jar(Path.of(words.getFirst()), words.subList(1, words.size()));
    }
}
