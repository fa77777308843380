package io.heddle.cli;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.cache.Store;
import io.heddle.check.input.Inputs;
import io.heddle.model.Arm;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.race.arm.ArmBuild;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.target.ExecLine;
import io.heddle.race.target.Jdk;
import io.heddle.report.Formats;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A check of what is about to be raced, for the JDK that it will run on.
final class OwnCheck {

    /// Options of `java` whose next word says where the classes are.
    private static final Set<String> CLASSES = Set.of("-jar", "-cp", "-classpath", "--class-path");
    private static final String ELSEWHERE =
            "check it by itself: heddle check app.jar --json check.json, then race with --check check.json";

    private OwnCheck() {}

    /// The target of the arms that run on virtual threads, on each of their JDKs.
    ///
    /// @throws Failure when nobody can tell where the target's classes are, or they cannot be read
    static List<Finding> of(RaceOptions options, Consumer<String> say) {
        List<Arm> virtual = options.arms().stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .toList();
        List<Arm> checked = virtual.isEmpty() ? options.arms() : virtual;
        return of(
                checked.stream()
                        .map(arm -> ArmBuild.choice(options, arm))
                        .distinct()
                        .toList(),
                checked.stream().map(arm -> ArmBuild.jdk(options, arm)).toList(),
                say);
    }

    /// @throws Failure when nobody can tell where a target's classes are, or they cannot be read
    static List<Finding> of(List<TargetChoice> targets, List<Jdk> running, Consumer<String> say) {
        Map<Integer, Jdk> jdks = new TreeMap<>();
        running.forEach(jdk -> jdks.putIfAbsent(jdk.feature(), jdk));
        List<String> classes = targets.stream().map(OwnCheck::classes).toList();
        Inputs inputs = Inputs.of(classes, List.of(), true, say);
        say.accept("checking the target for JDK "
                + Formats.list(jdks.keySet().stream().map(String::valueOf).toList()));
        Check check = Checker.run(
                new CheckOptions(
                        inputs.targets(),
                        inputs.libraries(),
                        inputs.artifacts(),
                        List.copyOf(jdks.keySet()),
                        jdks.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, jdk -> jdk.getValue().home())),
                        inputs.service(),
                        false,
                        Confidence.LIKELY,
                        Set.of(),
                        jdks.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, jdk -> jdk.getValue().version()))),
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
