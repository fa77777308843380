/// What converting a monitor set to a lock changes in the source.
@NullMarked
package io.heddle.fix.edit;

import org.jspecify.annotations.NullMarked;
