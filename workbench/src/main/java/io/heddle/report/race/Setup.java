package io.heddle.report.race;

import io.heddle.model.Machine;
import io.heddle.model.Race;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.report.Formats;

/// Where and on what a race ran.
final class Setup {

    private Setup() {}

    /// How people call the target: its jar without folders, else the command's first word.
    static String name(Target target) {
        if (target.command().stream().allMatch(word -> word.contains("://"))) {
            return target.command().isEmpty() ? "a service" : Formats.list(target.command());
        }
        return target.command().stream()
                .filter(word -> word.endsWith(".jar") || word.endsWith(".war"))
                .reduce((first, second) -> first)
                .or(() -> target.command().stream().findFirst())
                .map(word -> word.substring(word.lastIndexOf('/') + 1))
                .orElse("a service");
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
