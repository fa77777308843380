/// `heddle check`: reads all the byte code of a target, its libraries and the JDK below them, and says what would pin,
/// stall or deadlock on virtual threads, with the call path. Knows the model and no other step.
@NullMarked
package io.heddle.check;

import org.jspecify.annotations.NullMarked;
