/// What people and scripts get to read of a prediction.
@NullMarked
package io.heddle.report.predict;

import org.jspecify.annotations.NullMarked;
