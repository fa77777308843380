/// How the bytes of a recording are read: what is needed is decoded, the rest is passed over, and damage costs no more
/// than it has hit.
@NullMarked
package io.heddle.watch.read;

import org.jspecify.annotations.NullMarked;
