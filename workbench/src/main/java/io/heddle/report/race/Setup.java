package io.heddle.report.race;

import io.heddle.model.Arm;
import io.heddle.model.Machine;
import io.heddle.model.Race;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Where and on what a race ran.
final class Setup {

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private Setup() {}

    /// How people call the target: its jar without folders, or its main class, else the command's first word.
    static String name(Target target) {
        if (target.command().stream().allMatch(word -> word.contains("://"))) {
            return target.command().isEmpty() ? "a service" : Formats.list(target.command());
        }
        return mainClass(target.command())
                .or(() -> file(target.command()))
                .or(() -> target.command().stream().findFirst().map(Setup::base))
                .orElse("a service");
    }

    /// The class that a line with a class path starts.
    private static Optional<String> mainClass(List<String> command) {
        return IntStream.range(0, command.size())
                .filter(i -> CLASS_PATH.contains(command.get(i)))
                .boxed()
                .findFirst()
                .flatMap(at -> command.stream()
                        .skip(at + 2L)
                        .filter(word -> !word.startsWith("-"))
                        .findFirst());
    }

    private static Optional<String> file(List<String> command) {
        return command.stream()
                .filter(word -> word.endsWith(".jar") || word.endsWith(".war"))
                .findFirst()
                .map(Setup::base);
    }

    private static String base(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    static String machine(Machine machine) {
        return Formats.count(machine.cores(), "core") + ", " + Formats.bytes(machine.memoryBytes()) + ", "
                + machine.os();
    }

    static String place(Race race) {
        String server = race.target().server();
        String jdk = race.target().jdk();
        return (jdk.isEmpty() ? "" : "JDK " + jdk + " · ")
                + (server.isEmpty() ? "" : server + " · ")
                + machine(race.machine());
    }

    /// Each arm with the JVM that it ran on, where that is known: the JDK, the collector and the like.
    static List<String> arms(Race race) {
        return race.arms().stream()
                .map(arm -> arm.label() + ": " + String.join(", ", jvm(arm)))
                .filter(line -> !line.endsWith(": "))
                .toList();
    }

    private static List<String> jvm(Arm arm) {
        List<String> parts = new ArrayList<>();
        Arm.Seen seen = arm.seen();
        if (!seen.jdk().isEmpty()) {
            parts.add("JDK " + seen.jdk());
        }
        arm.build().jar().ifPresent(parts::add);
        if (!seen.collector().isEmpty()) {
            parts.add("collector " + seen.collector());
        }
        if (seen.compactHeaders() != null) {
            parts.add(seen.compactHeaders() ? "compact object headers" : "object headers not compact");
        }
        if (!seen.pollerMode().isEmpty()) {
            parts.add("pollers " + seen.pollerMode());
        }
        if (!seen.switchedBy().isEmpty()) {
            parts.add("switched by " + seen.switchedBy());
        }
        return parts;
    }

    /// Whether the arms differ in their JDK or jar, and not only in their threads.
    static boolean differInBuild(Race race) {
        return race.arms().stream().map(Arm::build).distinct().count() > 1;
    }

    /// Whether the arms already ran, and were not started by Heddle.
    static boolean ranAlready(Race race) {
        return race.target().command().stream()
                .findFirst()
                .filter(first -> first.startsWith("http://") || first.startsWith("https://"))
                .isPresent();
    }

    static String effort(Race race) {
        return race.trials().isEmpty()
                ? "no trial was finished in " + Formats.duration(race.seconds())
                : Formats.count(jvms(race), ranAlready(race) ? "round" : "JVM") + " an arm"
                        + (race.quick() ? " (quick: less sure)" : "") + " · "
                        + Formats.count(race.trials().size(), "trial") + " in " + Formats.duration(race.seconds());
    }

    /// The most repetitions that any arm has.
    static int jvms(Race race) {
        return race.trials().stream().mapToInt(Trial::repetition).max().orElse(0);
    }
}
