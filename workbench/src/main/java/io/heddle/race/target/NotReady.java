package io.heddle.race.target;

/// The cause of a failure where a target that was started does not come to answer: it ended, opened no port, or answers
/// with anything but what is wanted. Where the same target answers in another arm, that says something of this one.
public final class NotReady extends Exception {

    private static final long serialVersionUID = 1;

    NotReady() {
        super("the target did not get ready");
    }
}
