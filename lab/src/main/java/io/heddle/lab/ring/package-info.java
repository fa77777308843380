/// A web server's threads and a handler that sleeps.
@NullMarked
package io.heddle.lab.ring;

import org.jspecify.annotations.NullMarked;
