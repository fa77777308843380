/// The target's code: which frame holds a monitor, where its class comes from.
@NullMarked
package io.heddle.watch.code;

import org.jspecify.annotations.NullMarked;
