/// core.async: on which threads go blocks run.
@NullMarked
package io.heddle.lab.async;

import org.jspecify.annotations.NullMarked;
