package io.heddle.canary.rollout;

/// What a person says: back at any time, go to an undecided canary that has waited long enough.
public interface Answers {

    /// One answer.
    enum Answer {
        /// To the next weight.
        GO,
        /// To weight 0.
        BACK,
        /// Nothing yet.
        NONE,
        /// Nobody can answer: there is no terminal, or its input has ended.
        NOBODY
    }

    /// The next answer. Never waits.
    Answer next();
}
