package io.heddle.fix.edit;

import io.heddle.model.Refusal;
import io.heddle.model.Refused;

/// Ends the planning of an edit with a reason.
public final class NoEdit extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Refused refused;

    public NoEdit(Refusal refusal, String why) {
        super(why, null, false, false);
        this.refused = new Refused(refusal, why);
    }

    public Refused refused() {
        return refused;
    }
}
