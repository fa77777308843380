/// One class a hook. Every class here whose name ends in `Hook` is found in the agent's jar: adding a hook is adding a
/// class.
@NullMarked
package io.heddle.agent.hook;

import org.jspecify.annotations.NullMarked;
