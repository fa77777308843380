package io.heddle.model;

import java.util.List;

/// All that a check has found, and what it read to find it.
///
/// @param version Heddle's version
/// @param command Heddle's own command line, secrets redacted; empty when unknown
/// @param targets what was checked, as the user named it
/// @param jdks feature releases that the findings were judged for, ascending, at least one
/// @param findings the worst first: each holds on at least one of the releases
/// @param notes what weakens the result, one sentence each, such as a JDK that was not at hand
/// @param seconds wall-clock time
public record Check(
        String version,
        List<String> command,
        List<String> targets,
        List<Integer> jdks,
        Read read,
        List<Finding> findings,
        List<String> notes,
        double seconds) {

    /// The note on a service of which no code is known that requests run.
    public static final String NO_REQUESTS =
            "no entry point is known, so that exposures are guesses: --own-packages com.acme.shop names your code, and"
                    + " a recording of the service tells what requests run: --profile FILE.jfr";

    /// How a note begins that tells of code which was not read.
    public static final String NOT_READ = "not read: ";

    /// What was read. Silence about a class means something only if it was read.
    ///
    /// @param artifacts jars, folders and modules
    /// @param classes of them that were read: those that the code reaches
    /// @param classesThere all that they have, as the JDK sees them; at least as many
    /// @param methods of the classes that were read, and of the JDK's among them
    /// @param unknown call sites with too many possible targets: not followed, and so never called clean
    /// @param unreadable what could not be read
    public record Read(
            int artifacts,
            int classes,
            int classesThere,
            int methods,
            long unknownCallSites,
            List<UnknownSite> unknown,
            List<Unreadable> unreadable) {}

    /// A call that the analysis did not follow.
    ///
    /// @param site where it is, as `class.method:line`
    /// @param called what it calls, as `class.method`
    /// @param targets how many methods it might reach
    public record UnknownSite(String site, String called, int targets) {}

    /// Something that could not be read.
    ///
    /// @param place the file, and the entry in it after `!/`
    /// @param why in words
    public record Unreadable(String place, String why) {}
}
