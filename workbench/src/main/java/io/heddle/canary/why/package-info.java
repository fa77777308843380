/// What moved inside the service: both arms' own metrics, side by side. Knows the model.
@NullMarked
package io.heddle.canary.why;

import org.jspecify.annotations.NullMarked;
