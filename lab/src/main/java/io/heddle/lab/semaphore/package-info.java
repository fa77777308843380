/// The smallest experiment: begin a new one with a copy of it.
@NullMarked
package io.heddle.lab.semaphore;

import org.jspecify.annotations.NullMarked;
