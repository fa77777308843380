/// Overload and recovery: more than an arm can do, then half, and what becomes of it.
@NullMarked
package io.heddle.race.overload;

import org.jspecify.annotations.NullMarked;
