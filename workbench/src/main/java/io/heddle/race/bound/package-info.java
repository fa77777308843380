/// The throughput that no threading mode can exceed, by Little's law, and what would limit next.
@NullMarked
package io.heddle.race.bound;

import org.jspecify.annotations.NullMarked;
