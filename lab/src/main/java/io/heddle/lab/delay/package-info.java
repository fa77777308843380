/// Clojure's `delay` on virtual threads.
@NullMarked
package io.heddle.lab.delay;

import org.jspecify.annotations.NullMarked;
