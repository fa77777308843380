package io.heddle.report.race;

import io.heddle.model.Culprit;
import io.heddle.model.Holder;
import io.heddle.model.Race;
import io.heddle.model.Verdict;
import io.heddle.report.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What of a race holds on the machine where the service will run, and what does not.
final class Transfer {

    private Transfer() {
    }

    /// Empty where nothing was measured.
    static List<String> sentences(Race race) {
        if (race.trials().isEmpty()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("Bounds by connections, pools and server threads hold on any machine: they are counts over times, and a verdict that rests on one of them carries over"
                + " as far as the database and the services behind answer as fast as here.");
        sentences.add(cpu(race));
        worst(race).ifPresentOrElse(holder -> sentences.add(held(race, holder)),
                () -> sentences.add("Carriers are as many as cores: here " + race.machine().cores() + ", so that code which holds them is seen sooner than on a larger machine."));
        return List.copyOf(sentences);
    }

    private static String cpu(Race race) {
        long busy = race.trials().stream().filter(trial -> trial.machineCpu() > 0.9).count();
        boolean apart = race.command().stream().anyMatch(word -> word.startsWith("--cpus"));
        return "Figures that the CPU limited do not carry over (" + (busy == 0 ? "no trial" : busy + " of " + Words.count(race.trials().size(), "trial")) + " took more than 90 % of "
                + Words.count(race.machine().cores(), "core") + "); the load generator " + (apart ? "had cores of its own where there were any" : "ran on the same cores: --cpus N keeps them apart")
                + ".";
    }

    /// By Little's law: carriers over the time that each is held.
    private static String held(Race race, Holder holder) {
        double rate = 1_000 / (holder.totalMillis() / holder.count());
        return String.format(Locale.ROOT, "Carriers are as many as cores: held for %.0f ms at a time they let %.0f through a second on the %d cores here and %.0f on 16, so there the same harm"
                + " begins at a higher load and is no smaller.", holder.totalMillis() / holder.count(), rate * race.machine().cores(), race.machine().cores(), rate * 16);
    }

    private static Optional<Holder> worst(Race race) {
        return race.verdicts().stream().map(Verdict::culprits).flatMap(List::stream).map(Culprit::holder).filter(holder -> holder.totalMillis() > 0).findFirst();
    }
}
