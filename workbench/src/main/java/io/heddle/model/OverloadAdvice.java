package io.heddle.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the overloads of a path tell one to do: whether a limit is needed, of how many requests, and whether the one
/// that was tried helps.
public final class OverloadAdvice {

    private static final String LIMITED = "-limited";

    private OverloadAdvice() {}

    /// One sentence for each thing to know.
    ///
    /// @param own overloads of one path
    public static List<String> of(List<Overload> own) {
        List<String> advice = new ArrayList<>();
        own.stream()
                .filter(overload -> overload.arm().endsWith(LIMITED))
                .forEach(limited -> own.stream()
                        .filter(overload -> overload.arm().startsWith(virtual(limited))
                                && !overload.arm().equals(limited.arm())
                                && overload.factor() == limited.factor())
                        .findFirst()
                        .ifPresent(unlimited -> advice.add(helps(unlimited, limited))));
        return advice;
    }

    /// What to limit a path to, where the arm collapses under overload; empty where it does not, or nobody knows.
    ///
    /// @param arm on virtual threads
    static Optional<String> limit(List<Overload> overloads, String workload, String arm) {
        return overloads.stream()
                .filter(overload -> overload.workload().equals(workload)
                        && overload.arm().equals(arm)
                        && overload.verdict() == Overload.Kind.COLLAPSES
                        && overload.limit().permits() > 0)
                .min(Comparator.comparingInt(overload -> overload.limit().permits()))
                .map(overload -> String.format(
                        Locale.ROOT,
                        "limit %s to %,d requests at once and refuse the rest, with a Semaphore or the server's own setting: at %s times the load the %s arm collapses (%s: %s)",
                        workload,
                        overload.limit().permits(),
                        Figures.number(overload.factor()),
                        arm,
                        overload.limit().name().isEmpty()
                                ? overload.limit().kind()
                                : overload.limit().kind() + " "
                                        + overload.limit().name(),
                        overload.limit().why()));
    }

    /// How the names of arms on virtual threads begin.
    private static String virtual(Overload limited) {
        return limited.arm().substring(0, limited.arm().length() - LIMITED.length());
    }

    private static String helps(Overload unlimited, Overload limited) {
        boolean helps = unlimited.verdict() == Overload.Kind.COLLAPSES && limited.verdict() != Overload.Kind.COLLAPSES;
        String figures = String.format(
                Locale.ROOT,
                "%s in time with it, %s without, at %s",
                Figures.rate(limited.goodput()),
                Figures.rate(unlimited.goodput()),
                Figures.rate(limited.rate()));
        if (helps) {
            return "The limit helps: " + figures;
        }
        if (limited.verdict() != Overload.Kind.COLLAPSES) {
            return "The limit is not needed at this load: " + figures;
        }
        return "The limit does not help enough: " + figures
                + (limited.limit().permits() > 0
                        ? "; try --limit " + limited.limit().permits()
                        : "");
    }
}
