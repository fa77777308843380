package io.heddle.report.race;

import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What speaks against the trials, and what a reader should know of the target.
record Remarks(List<String> doubts, List<String> notes) {

    static Remarks of(Race race) {
        Map<String, Map<String, List<Trial>>> byKind = new LinkedHashMap<>();
        race.trials()
                .forEach(trial -> trial.doubts()
                        .forEach(doubt -> byKind.computeIfAbsent(kind(doubt), _ -> new LinkedHashMap<>())
                                .computeIfAbsent(doubt, _ -> new ArrayList<>())
                                .add(trial)));
        List<String> doubts = byKind.values().stream().map(Remarks::folded).toList();
        List<String> notes = new ArrayList<>(race.target().notes());
        race.verdict().notes().stream()
                .filter(note -> race.verdicts().stream()
                        .noneMatch(verdict -> verdict.notes().contains(note)))
                .forEach(notes::add);
        return new Remarks(List.copyOf(doubts), List.copyOf(notes));
    }

    /// Doubts of a kind differ in their figures, or in what follows a colon.
    private static String kind(String doubt) {
        int colon = doubt.indexOf(':');
        return (colon < 0 ? doubt : doubt.substring(0, colon)).replaceAll("[0-9][0-9.,]*", "0");
    }

    /// One kind in one line: the doubt of most trials stands for those that are like it.
    private static String folded(Map<String, List<Trial>> alike) {
        String most = alike.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .map(Map.Entry::getKey)
                .orElseThrow();
        List<Trial> trials = alike.values().stream().flatMap(List::stream).toList();
        return most + " (" + where(trials) + (alike.size() == 1 ? "" : ", with other figures in some") + ")";
    }

    private static String where(List<Trial> trials) {
        Trial first = trials.getFirst();
        String words =
                first.arm() + " " + first.repetition() + ", " + first.workload() + ", " + Formats.load(first.load());
        return trials.size() == 1 ? words : Formats.count(trials.size(), "trial") + ", first " + words;
    }
}
