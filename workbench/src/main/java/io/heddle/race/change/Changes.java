package io.heddle.race.change;

import io.heddle.model.Arm;
import io.heddle.model.Change;
import io.heddle.model.Change.Kind;
import io.heddle.model.Figures;
import io.heddle.race.change.Observation.Answered;
import io.heddle.race.change.Observation.Meter;
import io.heddle.race.change.Observation.Printed;
import io.heddle.race.change.Observation.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Compares the JVMs of one arm with those of another. What differs from JVM to JVM, or from answer to answer, of one
/// arm is no change: one arm always does it, and the other never.
public final class Changes {

    /// Answers of each arm from which on they are compared.
    private static final int ENOUGH = 3;

    /// Bodies of one arm are all longer than those of the other by this factor and so many bytes.
    private static final double LONGER = 1.25;

    private static final long LONGER_BYTES = 16;

    /// Lines of a kind that one arm alone prints; a single one may be chance.
    private static final long LEAST_LINES = 2;

    /// Of exceptions and errors: so many that requests fail, or lose something.
    private static final long MANY_LINES = 10;

    private static final int MOST_OF_A_KIND = 5;

    /// An end that takes longer by this factor and so many seconds.
    private static final double SLOWER = 2;

    private static final double SLOWER_SECONDS = 2;

    /// RFC 9110, 7.6.1: of the connection, not of the answer. The length stands in the place of a transfer coding.
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "date",
            "age");

    private final Arm above;
    private final Arm below;
    private final List<Observation> ofAbove;
    private final List<Observation> ofBelow;

    private Changes(Arm above, Arm below, List<Observation> observed) {
        this.above = above;
        this.below = below;
        this.ofAbove = of(above, observed);
        this.ofBelow = of(below, observed);
    }

    /// What an arm does otherwise than another.
    ///
    /// @param observed every JVM that came to its end, in their order
    /// @return the gravest first; empty where one of the arms was not observed
    public static List<Change> of(Arm above, Arm below, List<Observation> observed) {
        return new Changes(above, below, observed).all();
    }

    private static List<Observation> of(Arm arm, List<Observation> observed) {
        return observed.stream().filter(one -> one.arm().equals(arm.label())).toList();
    }

    private List<Change> all() {
        if (ofAbove.isEmpty() || ofBelow.isEmpty()) {
            return List.of();
        }
        return Stream.of(answers(), stop(), output(), meters())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Change::grave).reversed())
                .toList();
    }

    private List<Change> answers() {
        List<Change> changes = new ArrayList<>();
        Set<String> requests = ofAbove.stream()
                .flatMap(one -> one.answers().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (String request : requests) {
            List<Answered> here = answers(ofAbove, request);
            List<Answered> there = answers(ofBelow, request);
            if (here.size() >= ENOUGH && there.size() >= ENOUGH) {
                changes.addAll(answers(request, here, there));
            }
        }
        return changes;
    }

    private static List<Answered> answers(List<Observation> jvms, String request) {
        return jvms.stream()
                .flatMap(one -> one.answers().getOrDefault(request, List.of()).stream())
                .toList();
    }

    private List<Change> answers(String request, List<Answered> here, List<Answered> there) {
        if (differ(here, there, Answered::status)) {
            return List.of(answer(
                    "status",
                    request,
                    "status " + values(here, Answered::status),
                    "status " + values(there, Answered::status)));
        }
        List<Change> changes = new ArrayList<>();
        if (differ(here, there, Answered::type)) {
            changes.add(answer(
                    "type",
                    request,
                    "content type " + values(here, Answered::type),
                    "content type " + values(there, Answered::type)));
        }
        for (String header : headers(there)) {
            if (always(there, header) && never(here, header)) {
                changes.add(answer("header", request, "no header " + header, "header " + header));
            }
        }
        for (String header : headers(here)) {
            if (always(here, header) && never(there, header)) {
                changes.add(answer("header", request, "header " + header, "no header " + header));
            }
        }
        if (changes.isEmpty() && (isLonger(here, there) || isLonger(there, here))) {
            changes.add(answer("size", request, sizes(here), sizes(there)));
        }
        return changes;
    }

    private Change answer(String what, String request, String here, String there) {
        return new Change(
                "answers-" + what,
                Kind.ANSWERS,
                request,
                above.label(),
                "requests to " + request + " get " + here + " from the " + above.label() + " arm, and " + there
                        + " from the " + below.label() + " arm",
                "",
                true);
    }

    private static boolean differ(List<Answered> here, List<Answered> there, Function<Answered, Object> by) {
        Set<Object> known = there.stream().map(by).collect(Collectors.toSet());
        return here.stream().map(by).noneMatch(known::contains);
    }

    private static String values(List<Answered> answers, Function<Answered, Object> by) {
        return answers.stream()
                .map(by)
                .map(value -> value.equals("") ? "none" : value.toString())
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    private static Set<String> headers(List<Answered> answers) {
        Set<String> names = new TreeSet<>();
        answers.forEach(answer -> names.addAll(answer.headers()));
        names.removeAll(OF_THE_CONNECTION);
        return names;
    }

    private static boolean always(List<Answered> answers, String header) {
        return answers.stream().allMatch(answer -> answer.headers().contains(header));
    }

    private static boolean never(List<Answered> answers, String header) {
        return answers.stream().noneMatch(answer -> answer.headers().contains(header));
    }

    private static boolean isLonger(List<Answered> one, List<Answered> other) {
        long least = bytes(one).min().orElseThrow();
        long most = bytes(other).max().orElseThrow();
        return least >= most + LONGER_BYTES && least >= LONGER * most;
    }

    private static LongStream bytes(List<Answered> answers) {
        return answers.stream().mapToLong(Answered::bytes);
    }

    private static String sizes(List<Answered> answers) {
        long least = bytes(answers).min().orElseThrow();
        long most = bytes(answers).max().orElseThrow();
        return least == most
                ? String.format(Locale.ROOT, "%,d bytes", least)
                : String.format(Locale.ROOT, "%,d to %,d bytes", least, most);
    }

    private List<Change> output() {
        List<Change> changes = new ArrayList<>();
        kinds(ofAbove).stream()
                .filter(kind -> printed(ofBelow, kind).findAny().isEmpty())
                .filter(kind -> 2 * printed(ofAbove, kind).count() >= ofAbove.size())
                .map(this::printed)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Change::grave).reversed())
                .forEach(changes::add);
        return folded(changes, "output-more", Kind.OUTPUT, "kinds of lines");
    }

    private static Set<String> kinds(List<Observation> jvms) {
        Set<String> kinds = new LinkedHashSet<>();
        jvms.forEach(one -> kinds.addAll(one.printed().keySet()));
        return kinds;
    }

    private static Stream<Printed> printed(List<Observation> jvms, String kind) {
        return jvms.stream().flatMap(one -> Stream.ofNullable(one.printed().get(kind)));
    }

    private List<Change> printed(String kind) {
        long count = printed(ofAbove, kind).mapToLong(Printed::count).sum();
        Printed first = printed(ofAbove, kind).findFirst().orElseThrow();
        return count < LEAST_LINES
                ? List.of()
                : List.of(new Change(
                        first.error() ? "output-error" : "output-warning",
                        Kind.OUTPUT,
                        "",
                        above.label(),
                        String.format(
                                Locale.ROOT,
                                "the %s arm prints %s, %,d × in %d JVM%s; the %s arm never does",
                                above.label(),
                                kind,
                                count,
                                ofAbove.size(),
                                ofAbove.size() == 1 ? "" : "s",
                                below.label()),
                        first.first(),
                        first.error() && count >= MANY_LINES));
    }

    private List<Change> meters() {
        List<Change> changes = new ArrayList<>();
        if (ofAbove.stream().anyMatch(one -> one.meters().isEmpty())
                || ofBelow.stream().anyMatch(one -> one.meters().isEmpty())) {
            return changes;
        }
        Set<String> always = new TreeSet<>(ofBelow.getFirst().meters().keySet());
        ofBelow.forEach(one -> always.retainAll(one.meters().keySet()));
        for (String name : always) {
            List<Meter> here = meters(ofAbove, name);
            boolean dead = here.size() == ofAbove.size() && here.stream().allMatch(Meter::dead);
            if (here.isEmpty()) {
                changes.add(meter("metrics-gone", name, "is gone"));
            } else if (dead && meters(ofBelow, name).stream().noneMatch(Meter::dead)) {
                changes.add(meter("metrics-dead", name, "is NaN or negative"));
            }
        }
        return folded(changes, "metrics-more", Kind.METRICS, "meters");
    }

    private static List<Meter> meters(List<Observation> jvms, String name) {
        return jvms.stream()
                .flatMap(one -> Stream.ofNullable(one.meters().get(name)))
                .toList();
    }

    private Change meter(String id, String name, String what) {
        return new Change(
                id,
                Kind.METRICS,
                "",
                above.label(),
                "meter " + name + " " + what + " in the " + above.label() + " arm: panels and alerts on it end",
                "",
                false);
    }

    private List<Change> folded(List<Change> changes, String id, Kind kind, String what) {
        if (changes.size() <= MOST_OF_A_KIND) {
            return changes;
        }
        List<Change> folded = new ArrayList<>(changes.subList(0, MOST_OF_A_KIND));
        List<Change> rest = changes.subList(MOST_OF_A_KIND, changes.size());
        folded.add(new Change(
                id,
                kind,
                "",
                above.label(),
                rest.size() + " more " + what + " differ in the " + above.label() + " arm",
                rest.getFirst().text(),
                rest.stream().anyMatch(Change::grave)));
        return folded;
    }

    private List<Change> stop() {
        List<Stop> here = ofAbove.stream().flatMap(one -> one.stop().stream()).toList();
        List<Stop> there = ofBelow.stream().flatMap(one -> one.stop().stream()).toList();
        List<Change> changes = new ArrayList<>();
        if (here.isEmpty() || there.isEmpty()) {
            return changes;
        }
        if (here.stream().allMatch(stop -> stop.cutOff() > 0) && there.stream().allMatch(stop -> stop.cutOff() == 0)) {
            changes.add(stop(
                    "stop-cut-off",
                    String.format(
                            Locale.ROOT,
                            "at SIGTERM the %s arm cuts off %d of %d requests that are under way; the %s arm answers all %d",
                            above.label(),
                            here.stream().mapToLong(Stop::cutOff).sum(),
                            here.stream().mapToLong(Stop::inFlight).sum(),
                            below.label(),
                            there.stream().mapToLong(Stop::inFlight).sum()),
                    true));
        }
        double fastest = here.stream().mapToDouble(Stop::seconds).min().orElseThrow();
        double slowest = there.stream().mapToDouble(Stop::seconds).max().orElseThrow();
        if (fastest > SLOWER * slowest && fastest > slowest + SLOWER_SECONDS) {
            changes.add(stop(
                    "stop-slow",
                    "at SIGTERM the " + above.label() + " arm takes " + Figures.millis(fastest * 1e3)
                            + " or more to end, the " + below.label() + " arm at most "
                            + Figures.millis(slowest * 1e3),
                    false));
        }
        return changes;
    }

    private Change stop(String id, String text, boolean grave) {
        return new Change(id, Kind.STOP, "", above.label(), text, "", grave);
    }
}
