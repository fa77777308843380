/// A race, for people and scripts.
@NullMarked
package io.heddle.report.race;

import org.jspecify.annotations.NullMarked;
