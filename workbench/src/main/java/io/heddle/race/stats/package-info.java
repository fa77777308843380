/// Verdict statistics: intervals on ratios of few JVMs.
@NullMarked
package io.heddle.race.stats;

import org.jspecify.annotations.NullMarked;
