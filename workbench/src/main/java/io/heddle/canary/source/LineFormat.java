package io.heddle.canary.source;

/// How one line of a log is read.
interface LineFormat {

    /// @throws Unreadable when it is no request
    Request read(String line) throws Unreadable;

    /// A line that is no request of this format; its message says why.
    final class Unreadable extends Exception {

        private static final long serialVersionUID = 1;

        Unreadable(String why) {
            super(why, null, false, false);
        }
    }
}
