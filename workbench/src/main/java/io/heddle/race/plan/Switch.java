package io.heddle.race.plan;

import io.heddle.model.Arm;
import io.heddle.race.plan.RaceOptions.SwitchChoice;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.TargetJar;
import java.util.List;
import java.util.Optional;

/// What makes the virtual arm virtual.
///
/// @param title how reports name it: `agent`, or the framework's property
/// @param agentFlips whether the agent flips the pools in the virtual arm; it observes in every other case
/// @param notes what the switch changes beside request handling
public record Switch(String title, boolean agentFlips, List<String> notes) {

    private static final String SPRING = "spring.threads.virtual.enabled";

    /// Nobody switches anything: the arms already run.
    public static Switch none() {
        return new Switch("", false, List.of());
    }

    /// The framework's own switch where the jar shows that there is one, else the agent.
    ///
    /// @param jar the target's jar, empty when it is not known
    public static Switch choose(SwitchChoice choice, Optional<TargetJar> jar, Jdk jdk) {
        boolean spring = jar.filter(Switch::hasSpringSwitch).isPresent() && jdk.feature() >= 21;
        return switch (choice) {
            case AGENT -> agent();
            case FRAMEWORK -> spring();
            case AUTOMATIC -> spring ? spring() : agent();
        };
    }

    /// JVM options that this switch puts into an arm. The platform arm is told to stay platform, should the
    /// service's own configuration say otherwise.
    public List<String> options(Arm arm) {
        return agentFlips ? List.of() : List.of("-D" + SPRING + "=" + (arm.mode() == Arm.Mode.VIRTUAL));
    }

    /// What the agent does in this arm.
    public String agentMode(Arm arm) {
        return agentFlips && arm.mode() == Arm.Mode.VIRTUAL ? "flip" : "observe";
    }

    private static Switch agent() {
        return new Switch("agent", true, List.of());
    }

    private static Switch spring() {
        return new Switch(
                SPRING,
                false,
                List.of(
                        SPRING
                                + " also makes @Async and @Scheduled run on unbounded virtual threads; --switch agent keeps their pools' sizes"));
    }

    /// Spring Boot has the property since 3.2, for Tomcat, Jetty and (until 3.5) Undertow.
    private static boolean hasSpringSwitch(TargetJar jar) {
        return jar.springBootVersion().filter(version -> atLeast(version, 3, 2)).isPresent()
                && jar.server().isPresent();
    }

    private static boolean atLeast(String version, int major, int minor) {
        String[] parts = version.split("[.\\-]", 3);
        try {
            int actual = Integer.parseInt(parts[0]);
            return actual > major || actual == major && parts.length > 1 && Integer.parseInt(parts[1]) >= minor;
        } catch (NumberFormatException unreadable) {
            return false;
        }
    }
}
