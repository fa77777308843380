package io.heddle.check.read;

import io.heddle.model.Check.Unreadable;
import io.heddle.model.IoReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects what could not be read, so that silence about it is never taken for an answer. Safe for threads.
public final class Unreadables {

    private final List<Unreadable> list = new ArrayList<>();
    private final Map<UnreadCode, UnreadCode> code = new LinkedHashMap<>();

    /// Code that a JVM may run and that was not checked.
    ///
    /// @param type name of the class, with slashes; of an archive the name of its entry or file
    /// @param method name and descriptor of the only method that could not be read; empty where there is more
    /// @param why in words
    public record UnreadCode(Artifact artifact, String type, String method, Extent extent, String why) {

        /// A class none of whose methods could be read.
        public static UnreadCode ofClass(Artifact artifact, String type, String why) {
            return new UnreadCode(artifact, type, "", Extent.CLASS, why);
        }
    }

    /// How much of it could not be read.
    public enum Extent {
        /// all classes of an archive
        ARCHIVE,
        CLASS,
        /// a method, which a JVM would refuse as well, with its class
        METHOD,
        /// a method of before Java 6, with instructions that Heddle does not follow
        SUBROUTINES,
        /// the application's namespaces of Clojure, of which there are no class files
        SOURCE
    }

    /// @param place the file, and the entry in it after `!/`
    public synchronized void add(String place, String why) {
        list.add(new Unreadable(place, why));
    }

    /// @param problem of which the first line of the reason is told
    public void add(String place, Throwable problem) {
        add(place, reason(problem));
    }

    /// Adds code that was not checked. Each class, method or archive is told of once.
    public synchronized void addCode(String place, UnreadCode unread) {
        UnreadCode same = new UnreadCode(unread.artifact(), unread.type(), unread.method(), unread.extent(), "");
        if (code.putIfAbsent(same, unread) == null) {
            add(place, unread.why());
        }
    }

    /// Adds an archive none of whose classes was checked.
    ///
    /// @param name of its entry or file
    public void addArchive(String place, Artifact artifact, String name, String why) {
        addCode(place, new UnreadCode(artifact, name, "", Extent.ARCHIVE, why));
    }

    /// The first line of why something failed.
    public static String reason(Throwable problem) {
        return IoReason.of(problem).lines().findFirst().orElse("");
    }

    /// All so far, ordered by place.
    public synchronized List<Unreadable> list() {
        return list.stream()
                .distinct()
                .sorted(Comparator.comparing(Unreadable::place))
                .toList();
    }

    /// The code that was not checked, so far.
    public synchronized List<UnreadCode> code() {
        return List.copyOf(code.values());
    }
}
