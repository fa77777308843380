package io.heddle.model;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One way of running the target: on which threads, on which JDK, and which build of it.
///
/// @param label how reports name it, unlike all others of its race: `platform`, `virtual@25`; with equal arms
///     `platform-1`, `platform-2`
/// @param mode what its requests run on
/// @param threads size that the server's thread pool is given in this arm; empty leaves the service's own
/// @param build on which JDK which jar runs
/// @param seen what the arm's JVM told of itself; nothing before it has served
public record Arm(String label, Mode mode, OptionalInt threads, Build build, Seen seen) {

    /// An arm of the race's own JDK and jar.
    public Arm(String label, Mode mode, OptionalInt threads) {
        this(label, mode, threads, Build.OF_THE_RACE, Seen.NOTHING);
    }

    /// What the requests of an arm run on.
    public enum Mode {
        PLATFORM,
        VIRTUAL
    }

    /// The same arm with what its JVM told.
    public Arm with(Seen told) {
        return new Arm(label, mode, threads, build, told);
    }

    /// What differs between arms beside their threads. Arms of the same build run the same code.
    ///
    /// @param jdk a home or a feature release; empty for the JDK of the race
    /// @param jar takes the place of the target's jar; empty for the target's own
    public record Build(Optional<String> jdk, Optional<String> jar) {

        /// The race's own JDK and jar.
        public static final Build OF_THE_RACE = new Build(Optional.empty(), Optional.empty());
    }

    /// What reports say of an arm's JVM; empty where it is not known.
    ///
    /// @param jdk its version, such as `25.0.3`
    /// @param server server and version that dispatches requests
    /// @param switchedBy what moves its requests to virtual threads; empty in a platform arm
    /// @param collector such as `G1` or `Serial`
    /// @param compactHeaders whether object headers are compact (JEP 519); null where the JVM has no such option
    ///     or did not say
    /// @param pollerMode how virtual threads wait for sockets, as `sun.nio.ch.Poller` calls it: `system-threads`,
    ///     `vthread-pollers` or `poller-per-carrier`; empty where none has waited
    public record Seen(
            String jdk,
            String server,
            String switchedBy,
            String collector,
            @Nullable Boolean compactHeaders,
            String pollerMode) {

        /// Before the arm has served.
        public static final Seen NOTHING = new Seen("", "", "", "", null, "");
    }
}
