/// What a canary shows, for people and scripts. Knows the model and its parent's tools.
@NullMarked
package io.heddle.report.canary;

import org.jspecify.annotations.NullMarked;
