package io.heddle.report.race;

import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What speaks against the trials, and what a reader should know of the target.
record Remarks(List<String> doubts, List<String> notes) {

    static Remarks of(Race race) {
        Map<String, List<Trial>> byDoubt = new LinkedHashMap<>();
        race.trials()
                .forEach(trial -> trial.doubts()
                        .forEach(doubt -> byDoubt.computeIfAbsent(doubt, _ -> new ArrayList<>())
                                .add(trial)));
        List<String> doubts = new ArrayList<>();
        byDoubt.forEach((doubt, trials) -> doubts.add(doubt + " (" + where(trials) + ")"));
        List<String> notes = new ArrayList<>(race.target().notes());
        race.verdict().notes().stream()
                .filter(note -> race.verdicts().stream()
                        .noneMatch(verdict -> verdict.notes().contains(note)))
                .forEach(notes::add);
        return new Remarks(List.copyOf(doubts), List.copyOf(notes));
    }

    private static String where(List<Trial> trials) {
        Trial first = trials.getFirst();
        String words =
                first.arm() + " " + first.repetition() + ", " + first.workload() + ", " + Formats.load(first.load());
        return trials.size() == 1 ? words : Formats.count(trials.size(), "trial") + ", first " + words;
    }
}
