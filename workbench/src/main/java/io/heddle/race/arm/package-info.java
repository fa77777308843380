/// The arms: how a target is started with its threads switched, what its agent tells, and the proof of its threads.
@NullMarked
package io.heddle.race.arm;

import org.jspecify.annotations.NullMarked;
