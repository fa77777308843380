package io.heddle.canary.source;

import java.util.List;

/// How one line of a log is read.
interface LineFormat {

    /// One request for each server that a proxy tried; the last is the one that answered.
    ///
    /// @return at least one
    /// @throws Unreadable when it is no request
    List<Request> attempts(String line) throws Unreadable;

    /// What was found out of the log that its reader should know.
    default List<String> notes() {
        return List.of();
    }

    /// The one that answered.
    ///
    /// @throws Unreadable when it is no request
    default Request read(String line) throws Unreadable {
        return attempts(line).getLast();
    }

    /// A line that is no request of this format; its message says why.
    final class Unreadable extends Exception {

        private static final long serialVersionUID = 1;

        private final String label;

        Unreadable(String why) {
            this(why, "");
        }

        private Unreadable(String why, String label) {
            super(why, null, false, false);
            this.label = label;
        }

        /// The same of an arm.
        Unreadable of(String arm) {
            return new Unreadable(String.valueOf(getMessage()), arm);
        }

        /// Which arm answered, in the log's words; empty where the line does not say.
        String label() {
            return label;
        }
    }
}
