/// What hooks are made of: the hook, the shape of the class that it changes, and the pieces of byte code that it adds.
@NullMarked
package io.heddle.agent.weave;

import org.jspecify.annotations.NullMarked;
