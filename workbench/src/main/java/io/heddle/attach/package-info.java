/// Attaches to a running JVM of the same user on the same machine. Knows the model alone.
@NullMarked
package io.heddle.attach;

import org.jspecify.annotations.NullMarked;
