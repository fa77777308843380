package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.ClojureNames;
import io.heddle.model.Exposure;
import io.heddle.model.Figures;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Finding.Step;
import io.heddle.model.Measured;
import io.heddle.model.Odds;
import io.heddle.model.RunBy;
import io.heddle.report.Formats;
import io.heddle.report.MethodNames;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The words that all reports of a check share.
final class CheckPhrases {

    private static final DecimalFormatSymbols ROOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

    /// Libraries that the line of what is not shown names.
    private static final int NAMED = 3;

    private CheckPhrases() {}

    /// Releases that a finding holds on, such as `JDK 21–23` or `JDK 21 and later`.
    static String jdks(Finding finding) {
        return "JDK " + finding.since()
                + finding.until()
                        .map(last -> last == finding.since() ? "" : "–" + last)
                        .orElse(" and later");
    }

    /// Class and method, or the key of a setting, with the place in the source where it is known.
    static String place(Finding finding) {
        String at = finding.source().isEmpty()
                ? ""
                : " (" + finding.source() + (finding.line() > 0 ? ":" + finding.line() : "") + ")";
        return whole(finding) + at;
    }

    // A setting has no class, and a whole class no method.
    private static String whole(Finding finding) {
        Optional<String> function = ClojureNames.function(finding.type(), finding.method());
        if (function.isPresent()) {
            return function.get();
        }
        return finding.method().isEmpty()
                ? finding.type()
                : (finding.descriptor().isEmpty() ? "" : finding.type() + ".") + finding.method();
    }

    /// What happens there, in one sentence: for reports that have no path.
    static String sentence(Finding finding, String summary) {
        String sink = finding.sink().isEmpty() ? "" : ", reaching " + finding.sink();
        return CheckPhrases.place(finding) + ": " + summary.replaceFirst("\\.$", "") + sink + " (" + jdks(finding)
                + ", " + Formats.spelled(finding.confidence()) + ").";
    }

    /// Steps with their lines, the middle folded away.
    ///
    /// @param most steps that are told, at least 2
    static List<String> steps(Finding finding, int most) {
        List<Step> path = finding.path();
        List<String> steps = new ArrayList<>();
        int head = (most + 1) / 2;
        int tail = path.size() - most / 2;
        for (int i = 0; i < path.size(); i++) {
            if (path.size() > most + 1 && i >= head && i < tail) {
                if (i == head) {
                    steps.add("… " + (tail - head) + " more …");
                }
                continue;
            }
            steps.add(MethodNames.brief(path.get(i))
                    + (path.get(i).line() > 0 ? ":" + path.get(i).line() : ""));
        }
        if (!finding.sink().isEmpty()
                && (path.isEmpty()
                        || !finding.sink()
                                .equals(path.getLast().type() + "."
                                        + path.getLast().method()))) {
            steps.add(finding.sink());
        }
        return steps;
    }

    /// The share of such findings that are right, 0 to 1, with two digits; null where no model rated it.
    static @Nullable Double probability(Odds odds) {
        return odds.isKnown() ? Double.valueOf(Math.round(100 * odds.probability()) / 100.0) : null;
    }

    /// The same in percent; empty where no model rated it.
    static String percent(Odds odds) {
        return odds.isKnown() ? Math.round(100 * odds.probability()) + " %" : "";
    }

    /// The confidence, with the probability where it is known.
    static String sure(Finding finding) {
        String percent = percent(finding.odds());
        return Formats.spelled(finding.confidence()) + (percent.isEmpty() ? "" : " (" + percent + ")");
    }

    /// What makes the probability what it is, what weighs most first.
    static String features(Odds odds) {
        return odds.heaviest().stream()
                .map(feature -> feature.name()
                        + (feature.value() == 1 ? "" : " " + new DecimalFormat("0.#", ROOT).format(feature.value()))
                        + String.format(Locale.ROOT, " (%+.1f)", feature.share()))
                .collect(Collectors.joining(", "));
    }

    /// What to do about it; where the rule's finding has no advice of its own, where the page is.
    static String advice(Finding finding) {
        return finding.advice().isEmpty() ? "heddle explain " + finding.rule() : finding.advice();
    }

    /// How often a service runs it, and what a recording shows of it; empty where nothing is known.
    static String exposure(Finding finding) {
        return exposure(finding, finding.context().runBy());
    }

    /// The same of a finding with others of its group.
    ///
    /// @param runBy the end points of all
    static String exposure(Finding finding, RunBy runBy) {
        return Stream.of(
                        Optional.of(run(finding, runBy)),
                        finding.context().measured().map(CheckPhrases::measured))
                .flatMap(Optional::stream)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String measured(Measured measured) {
        return measured.isWait()
                ? "threads waited there for " + Figures.millis(measured.millisPerSecond())
                        + " in each second recorded, all together"
                : "met in " + Math.round(100 * measured.share()) + " % of the recording";
    }

    private static String run(Finding finding, RunBy runBy) {
        String reached = switch (finding.reach()) {
            case REQUEST -> "reached by requests";
            case START_UP -> "reached at start-up";
            case UNKNOWN -> "";
        };
        return switch (finding.context().exposure()) {
            case EACH_REQUEST -> "each request runs it";
            case SOME_REQUESTS -> requests(runBy) + " run it";
            case ONCE -> "once: at start, stop, first use or recovery";
            case UNKNOWN -> reached;
        };
    }

    /// The requests that run something: `requests of GET /orders and 2 more`.
    static String requests(RunBy runBy) {
        List<String> names = runBy.endPoints();
        if (names.isEmpty()) {
            return "some requests";
        }
        return "requests of " + names.getFirst() + (names.size() == 1 ? "" : " and " + (names.size() - 1) + " more");
    }

    /// In one line what matters: one's own, what requests meet of libraries, what a newer JDK changes. Empty where
    /// there is no finding.
    static String summary(CheckReport report, List<FindingGroup> causes) {
        if (causes.isEmpty()) {
            return "";
        }
        long own = causes.stream().filter(FindingGroup::isOwn).count();
        long met = causes.stream()
                .filter(cause -> !cause.isOwn() && cause.isMetByRequests())
                .count();
        List<Integer> jdks = report.check().jdks();
        int to = jdks.getLast();
        String moving = jdks.size() < 2
                ? ""
                : "; moving to " + to + " removes "
                        + number(count(report, finding -> finding.holdsOn(jdks.getFirst()) && !finding.holdsOn(to)))
                        + " and adds "
                        + number(count(report, finding -> !finding.holdsOn(jdks.getFirst()) && finding.holdsOn(to)));
        return "yours: " + number(own) + "; libraries: " + number(met) + " that requests meet" + moving;
    }

    private static long count(CheckReport report, Predicate<Finding> holds) {
        return report.fresh().stream().map(Item::finding).filter(holds).count();
    }

    /// What the first screen leaves out, and how to see it.
    static String hidden(List<FindingGroup> causes, List<FindingGroup> told, int hidden, int most) {
        List<FindingGroup> left = causes.stream()
                .filter(cause -> told.stream().noneMatch(other -> other == cause))
                .toList();
        List<FindingGroup> unsure = left.stream()
                .filter(cause -> !cause.isSure() && !cause.isCertainOfOwn())
                .toList();
        String libraries = libraries(unsure);
        List<FindingGroup> sure =
                left.stream().filter(cause -> !unsure.contains(cause)).toList();
        int once = of(sure.stream().filter(CheckPhrases::isOnce));
        int met = of(sure.stream().filter(cause -> !isOnce(cause) && (cause.isOwn() || cause.isMetByRequests())));
        List<String> parts = new ArrayList<>();
        if (met > 0) {
            parts.add(number(met) + " that requests meet or that are yours");
        }
        if (!unsure.isEmpty()) {
            parts.add(number(of(unsure.stream())) + " that are less sure" + deadlocks(unsure) + libraries);
        }
        if (once > 0) {
            parts.add(number(once) + " that run once");
        }
        int other = hidden - met - of(unsure.stream()) - once;
        if (other > 0) {
            parts.add(number(other) + " that no request is known to meet");
        }
        return "… and " + String.join(", ", parts) + ": --exposure all shows them, beyond " + most
                + " with --limit; --confidence possible adds what is less likely"
                + (libraries.isEmpty() || causes.stream().anyMatch(FindingGroup::isMeasured)
                        ? ""
                        : "; --profile FILE.jfr tells what a recording of the service meets");
    }

    private static boolean isOnce(FindingGroup cause) {
        return cause.finding().context().exposure() == Exposure.ONCE;
    }

    // The worst of what is not shown is not hidden in a number.
    private static String deadlocks(List<FindingGroup> causes) {
        int deadlocks = of(causes.stream().filter(cause -> cause.finding().severity() == Severity.DEADLOCK));
        return deadlocks == 0 ? "" : " (" + number(deadlocks) + " of them deadlock)";
    }

    // The libraries in which requests may meet some of these, those of the worst first.
    private static String libraries(List<FindingGroup> causes) {
        List<String> names = causes.stream()
                .filter(cause -> !cause.isOwn() && cause.isMetByRequests())
                .map(cause -> cause.finding().artifact().replaceFirst("^[^:]*:([^:]*):.*", "$1"))
                .distinct()
                .toList();
        int more = names.size() - NAMED;
        return names.isEmpty()
                ? ""
                : " (some in " + String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                        + (more > 0 ? " and " + number(more) + " more" : "")
                        + ", which requests may meet)";
    }

    private static int of(Stream<FindingGroup> causes) {
        return causes.mapToInt(FindingGroup::count).sum();
    }

    /// How many there are of each severity, and for each JDK.
    static String count(CheckReport report) {
        List<Item> fresh = report.fresh();
        String sure = "at confidence " + Formats.spelled(report.least())
                + (report.least().ordinal() > 0 ? " or higher" : "");
        String fewer = switch (report.reference()) {
            case Reference.None _ -> "";
            case Reference.Accepted accepted ->
                " beyond " + accepted.file() + ", which accepts "
                        + (report.items().size() - fresh.size()) + " more" + gone(accepted);
            case Reference.Older older ->
                " that " + older.target() + " does not have; of its own, "
                        + older.went().size() + " are gone and "
                        + (report.items().size() - fresh.size()) + " remain";
        };
        if (fresh.isEmpty()) {
            return "No finding " + sure + fewer + ".";
        }
        String kinds = Stream.of(Severity.values())
                .map(severity -> counted(severity, fresh))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return number(fresh.size()) + (fresh.size() == 1 ? " finding " : " findings ") + sure + fewer + ": " + kinds
                + ".";
    }

    private static String gone(Reference.Accepted accepted) {
        return accepted.gone().isEmpty()
                ? ""
                : ", and lists " + accepted.gone().size() + " no longer found (heddle check baseline prune)";
    }

    private static String counted(Severity severity, List<Item> items) {
        long count = items.stream()
                .filter(item -> item.finding().severity() == severity)
                .count();
        return count == 0 ? "" : number(count) + " " + Formats.spelled(severity);
    }

    /// What another JDK changes; empty when the check judged for one.
    static String moving(CheckReport report) {
        List<Integer> jdks = report.check().jdks();
        if (jdks.size() < 2 || report.items().isEmpty()) {
            return "";
        }
        int from = jdks.getFirst();
        int to = jdks.getLast();
        List<Item> fresh = report.fresh();
        long removed = fresh.stream()
                .filter(item -> item.finding().holdsOn(from) && !item.finding().holdsOn(to))
                .count();
        long added = fresh.stream()
                .filter(item -> !item.finding().holdsOn(from) && item.finding().holdsOn(to))
                .count();
        String each = jdks.stream()
                .map(jdk -> number(CheckReport.on(jdk, fresh.stream())) + " on JDK " + jdk)
                .collect(Collectors.joining(", "));
        return each + ": moving from " + from + " to " + to + " removes " + number(removed) + " and adds "
                + number(added) + ".";
    }

    /// How much was read, and what was not: silence means something only about what was read.
    static String read(Check check) {
        Check.Read read = check.read();
        String classes = read.classes() == read.classesThere()
                ? number(read.classes())
                : number(read.classes()) + " of " + number(read.classesThere());
        String told = "Read " + classes + (read.classesThere() == 1 ? " class of " : " classes of ")
                + Formats.count(read.artifacts(), "artifact")
                + (read.classes() == read.classesThere() ? "." : ": those that the code reaches.");
        List<String> open = new ArrayList<>();
        if (read.unknownCallSites() > 0) {
            open.add(Formats.count(read.unknownCallSites(), "call site") + " not followed (--unknown)");
        }
        if (!read.unreadable().isEmpty()) {
            open.add(Formats.count(read.unreadable().size(), "file") + " not read whole");
        }
        return open.isEmpty() ? told : told + " Not cleared: " + String.join(", ", open) + ".";
    }

    /// A whole number with its thousands.
    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
