/// Measures from inside how late carriers serve a virtual thread. Knows the JDK alone, and none of the agent's other
/// parts: watch loads it by itself.
@NullMarked
package io.heddle.agent.probe;

import org.jspecify.annotations.NullMarked;
