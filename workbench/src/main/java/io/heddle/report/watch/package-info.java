/// What a watch found, for people and scripts. Knows the model and its parent's tools.
@NullMarked
package io.heddle.report.watch;

import org.jspecify.annotations.NullMarked;
