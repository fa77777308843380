package io.heddle.report.race;

import io.heddle.model.Culprit;
import io.heddle.model.Holder;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What of a race holds on the machine where the service will run, and what does not.
final class Transferability {

    private static final Pattern CPUS = Pattern.compile(" --cpus[ =](\\d{1,4}) ");

    /// How far a throughput may be from what the carriers let through, of which it is said to be.
    private static final double NEAR = 0.25;

    private Transferability() {}

    /// Empty where nothing was measured.
    static List<String> sentences(Race race) {
        if (race.trials().isEmpty()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Bounds by connections, pools and server threads hold on any machine: they are counts over times, and a verdict that rests on one of them carries over"
                        + " as far as the database and the services behind answer as fast as here.");
        sentences.add(cpu(race));
        sentences.add(bounding(race)
                .map(holder -> held(race, holder))
                .orElse("Carriers are as many as cores: here " + cores(race)
                        + ", so that code which holds them is seen sooner than on a larger machine."));
        return List.copyOf(sentences);
    }

    private static String cpu(Race race) {
        boolean apart = given(race).isPresent();
        int cores = cores(race);
        long busy = race.trials().stream()
                .filter(trial -> (apart ? trial.cpuSeconds() / trial.seconds() / cores : trial.machineCpu()) > 0.9)
                .count();
        return "Figures that the CPU limited do not carry over ("
                + (busy == 0
                        ? "no trial"
                        : busy + " of " + Formats.count(race.trials().size(), "trial")) + " took more than 90 % of "
                + Formats.count(cores, "core") + "); the load generator "
                + (apart
                        ? "had cores of its own where there were any"
                        : "ran on the same cores: --cpus N keeps them apart")
                + ".";
    }

    /// Cores that the target had.
    private static int cores(Race race) {
        return given(race).orElse(race.machine().cores());
    }

    /// What --cpus gave it.
    private static Optional<Integer> given(Race race) {
        String words = " " + String.join(" ", race.command()) + " ";
        Matcher asked = CPUS.matcher(words);
        return asked.find() ? Optional.of(Integer.parseInt(asked.group(1))) : Optional.empty();
    }

    /// By Little's law: carriers over the time that each is held.
    private static String held(Race race, Holder holder) {
        double rate = each(holder);
        int cores = cores(race);
        return String.format(
                Locale.ROOT,
                "Carriers are as many as cores: held for %.0f ms at a time they let %.0f through a second on the %d cores here and %.0f on 16, so there the same harm"
                        + " begins at a higher load and is no smaller.",
                holder.totalMillis() / holder.count(),
                rate * cores,
                cores,
                rate * 16);
    }

    private static double each(Holder holder) {
        return 1_000 / (holder.totalMillis() / holder.count());
    }

    /// What held the carriers, where carriers over the time that each is held is what was measured: else something
    /// other than their number was the limit, such as one lock for all, an initialiser, or the CPU.
    private static Optional<Holder> bounding(Race race) {
        for (Verdict verdict : race.verdicts()) {
            for (Culprit culprit : verdict.culprits().stream().limit(1).toList()) {
                double bound = cores(race) * each(culprit.holder());
                if (culprit.holder().totalMillis() > 0
                        && harmed(race, verdict, culprit.holder())
                                .anyMatch(trial -> Math.abs(trial.throughput() / bound - 1) < NEAR)) {
                    return Optional.of(culprit.holder());
                }
            }
        }
        return Optional.empty();
    }

    /// Closed loads, since a constant rate may be below what the carriers let through.
    private static Stream<Trial> harmed(Race race, Verdict verdict, Holder by) {
        return race.trials().stream()
                .filter(trial -> trial.workload().equals(verdict.workload())
                        && trial.load() instanceof Load.Closed
                        && trial.holders().stream()
                                .anyMatch(holder -> holder.cause() == by.cause()
                                        && holder.place().equals(by.place())));
    }
}
