package io.heddle.lab;

import java.util.Comparator;
import java.util.List;

/// What the user asked for.
///
/// @param extent how long it may take
/// @param jdks at least one
/// @param words that a row's case must hold to be run; empty for all rows
public record Plan(Extent extent, List<LabJdk> jdks, String words) {

    public Plan {
        jdks = List.copyOf(jdks);
    }

    /// All rows of these JDKs.
    public Plan(Extent extent, List<LabJdk> jdks) {
        this(extent, jdks, "");
    }

    /// What is to be run of an experiment.
    public List<Case> cases(Experiment experiment) {
        return experiment.cases(this).stream()
                .filter(one -> one.name().contains(words))
                .toList();
    }

    /// Whether rows that a quick run leaves out are wanted.
    public boolean more() {
        return extent != Extent.QUICK;
    }

    /// Whether every row is wanted.
    public boolean full() {
        return extent == Extent.FULL;
    }

    /// The newest JDK, for rows that need no other.
    public LabJdk newest() {
        return jdks.stream().max(Comparator.comparingInt(LabJdk::feature)).orElseThrow();
    }

    /// All JDKs, or in a quick run the newest alone.
    public List<LabJdk> someJdks() {
        return more() ? jdks : List.of(newest());
    }

    /// One of two by the extent.
    public <T> T pick(T quick, T otherwise) {
        return more() ? otherwise : quick;
    }
}
