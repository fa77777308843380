package io.heddle.race;

import io.heddle.model.CarrierWatch;
import io.heddle.model.Finding;
import io.heddle.model.Remedies;
import io.heddle.model.WaitWatch;
import java.util.List;
import java.util.Optional;

/// What other parts of Heddle lend to a race, which knows none of them.
///
/// @param carriers tells who held the carriers of an arm
/// @param remedies tells what to do about them
/// @param predicted what a check of the target found; empty when there was none
/// @param waits tells what the requests of a JVM wait for
public record RaceServices(
        CarrierWatch carriers, Remedies remedies, Optional<List<Finding>> predicted, WaitWatch waits) {

    /// Without anybody who looks at what requests wait for.
    public RaceServices(CarrierWatch carriers, Remedies remedies, Optional<List<Finding>> predicted) {
        this(carriers, remedies, predicted, WaitWatch.blind());
    }
}
