/// Races the same service on platform threads against virtual threads: plan, trials, bounds, verdict.
@NullMarked
package io.heddle.race;

import org.jspecify.annotations.NullMarked;
