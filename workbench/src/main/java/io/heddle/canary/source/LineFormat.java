package io.heddle.canary.source;

import java.util.List;

/// How one line of a log is read.
interface LineFormat {

    /// @throws Unreadable when it is no request
    Request read(String line) throws Unreadable;

    /// The same where a proxy tried several servers for one request: one for each, the last is the one that answered.
    ///
    /// @throws Unreadable when it is no request
    default List<Request> attempts(String line) throws Unreadable {
        return List.of(read(line));
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
