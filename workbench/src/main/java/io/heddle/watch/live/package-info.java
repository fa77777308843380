/// A running JVM: attached to without a restart, listened to, and left as it was.
@NullMarked
package io.heddle.watch.live;

import org.jspecify.annotations.NullMarked;
