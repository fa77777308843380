/// A service of many paths whose accounts are known, for races of many paths.
@NullMarked
package io.heddle.demo.medley;

import org.jspecify.annotations.NullMarked;
