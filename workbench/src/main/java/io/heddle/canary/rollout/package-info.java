/// Walks a canary's share of the traffic where no controller does it.
@NullMarked
package io.heddle.canary.rollout;

import org.jspecify.annotations.NullMarked;
