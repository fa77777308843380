package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Target;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmSource;
import io.heddle.race.plan.RaceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a race has learned of its target so far: what the agent told in each arm, and what a reader should know.
final class SeenTarget {

    private static final Pattern FEATURE = Pattern.compile("^\\d{1,3}");

    private final List<Arm> arms;
    private final Map<String, Arm.Seen> seen = new LinkedHashMap<>();
    private final Set<String> heard = new LinkedHashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> hooks = new LinkedHashSet<>();
    private Target before = new Target(List.of(), "", "", "", List.of(), "", List.of());
    private String output = "";

    SeenTarget(RaceOptions options) {
        this.arms = options.arms();
    }

    void begin(ArmSource source) {
        notes.addAll(source.notes());
        before = source.target();
        arms.forEach(arm -> seen.put(arm.label(), source.before(arm)));
    }

    /// What the agent has said in a JVM of an arm.
    void heard(Arm arm, AgentLog log) {
        log.hooks()
                .forEach(h ->
                        hooks.add(h.name() + ": " + h.state() + (h.detail().isEmpty() ? "" : " (" + h.detail() + ")")));
        notes.addAll(log.notes());
        if (log.hello().isPresent()) {
            heard.add(arm.label());
        }
        Arm.Seen known = of(arm);
        seen.put(
                arm.label(),
                new Arm.Seen(
                        log.hello().map(AgentLog.Hello::jdk).orElse(known.jdk()),
                        log.server().map(AgentLog.Server::title).orElse(known.server()),
                        known.switchedBy(),
                        either(log.jvm().collector(), known.collector()),
                        log.jvm().compactHeaders().isEmpty()
                                ? known.compactHeaders()
                                : Boolean.valueOf(log.jvm().compactHeaders()),
                        either(log.jvm().pollers(), known.pollerMode())));
    }

    private static String either(String told, String known) {
        return told.isEmpty() ? known : told;
    }

    /// Where a JVM prints.
    void prints(Path file) {
        output = file.toString();
    }

    void note(String text) {
        notes.add(text);
    }

    /// The arms with what is known of them.
    List<Arm> arms() {
        return arms.stream().map(arm -> arm.with(of(arm))).toList();
    }

    /// The arm's feature release, such as 21; 0 while it is not known.
    int feature(Arm arm) {
        Matcher matcher = FEATURE.matcher(of(arm).jdk());
        return matcher.find() ? Integer.parseInt(matcher.group()) : 0;
    }

    /// With the hooks and notes of this moment.
    Target now() {
        return new Target(
                before.command(),
                all(Arm.Seen::jdk, before.jdk()),
                all(Arm.Seen::server, before.server()),
                before.switchedBy(),
                List.copyOf(hooks),
                output,
                List.copyOf(notes));
    }

    private Arm.Seen of(Arm arm) {
        return Optional.ofNullable(seen.get(arm.label())).orElse(Arm.Seen.NOTHING);
    }

    /// What differs between arms is said once for each. What an arm told counts for all of its build that have
    /// not run yet.
    private String all(Function<Arm.Seen, String> what, String otherwise) {
        Set<Arm.Build> ran = arms.stream()
                .filter(arm -> heard.contains(arm.label()))
                .map(Arm::build)
                .collect(Collectors.toSet());
        String told = arms.stream()
                .filter(arm -> heard.contains(arm.label()) || !ran.contains(arm.build()))
                .map(arm -> what.apply(of(arm)))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
        return told.isEmpty() ? otherwise : told;
    }
}
