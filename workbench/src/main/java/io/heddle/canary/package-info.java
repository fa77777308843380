/// Whether a canary is no worse than its baseline, judged at any moment. Knows the model and its own rooms.
@NullMarked
package io.heddle.canary;

import org.jspecify.annotations.NullMarked;
