/// What a trial measured, who else used the machine, and which trials decide nothing.
@NullMarked
package io.heddle.race.trial;

import org.jspecify.annotations.NullMarked;
