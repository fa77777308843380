/// The Maven plugin: tells `heddle check` the class path that Maven resolved, and Maven what the check found. The check
/// runs in a JVM of its own, which may be newer than the build's.
@NullMarked
package io.heddle.guard;

import org.jspecify.annotations.NullMarked;
