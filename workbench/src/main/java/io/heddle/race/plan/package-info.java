/// What the user asked for, and what follows from it before anything runs: order of the arms, loads, windows.
@NullMarked
package io.heddle.race.plan;

import org.jspecify.annotations.NullMarked;
