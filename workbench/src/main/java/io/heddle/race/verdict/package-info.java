/// Gain, no gain, harm or undecided: comparisons, bystanders, overload, and when a path is decided.
@NullMarked
package io.heddle.race.verdict;

import org.jspecify.annotations.NullMarked;
