package io.heddle.cli;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.cache.Store;
import io.heddle.check.input.Inputs;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.target.ExecLine;
import io.heddle.race.target.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A check of what is about to be raced, for the JDK that it will run on.
final class OwnCheck {

    /// Options of `java` whose next word says where the classes are.
    private static final Set<String> CLASSES = Set.of("-jar", "-cp", "-classpath", "--class-path");
    private static final String ELSEWHERE =
            "check it by itself: heddle check app.jar --json check.json, then race with --check check.json";

    private OwnCheck() {}

    /// @param jdk as the race's own option, empty for its default
    /// @throws Failure when nobody can tell where the target's classes are, or they cannot be read
    static List<Finding> of(TargetChoice target, String jdk, Consumer<String> say) {
        Jdk running = Jdk.find(jdk);
        Inputs inputs = Inputs.of(List.of(classes(target)), List.of(), true, say);
        say.accept("checking the target for JDK " + running.feature());
        Check check = Checker.run(
                new CheckOptions(
                        inputs.targets(),
                        inputs.libraries(),
                        inputs.artifacts(),
                        List.of(running.feature()),
                        Map.of(running.feature(), running.home()),
                        false,
                        Confidence.LIKELY,
                        Set.of(),
                        Map.of(running.feature(), running.version())),
                Store.ofUser());
        say.accept("check predicts " + check.findings().size() + " findings");
        return check.findings();
    }

    private static String classes(TargetChoice target) {
        return switch (target) {
            case TargetChoice.Jar(Path file, List<String> arguments) -> file.toString();
            case TargetChoice.Demo(Path service, Path backstage) -> service.toString();
            case TargetChoice.Exec(String line, List<String> arguments) ->
                after(ExecLine.split(line))
                        .orElseThrow(() -> new Failure(
                                "the --exec line names neither a jar nor a class path, so --check cannot know what to read",
                                ELSEWHERE));
            case TargetChoice.Urls urls ->
                throw new Failure(
                        "a service that already runs does not say where its classes are, so --check cannot know what to read",
                        ELSEWHERE);
        };
    }

    private static Optional<String> after(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (CLASSES.contains(words.get(i))) {
                return Optional.of(words.get(i + 1));
            }
        }
        return Optional.empty();
    }
}
