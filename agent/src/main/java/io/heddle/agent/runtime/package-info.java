/// What rewritten classes call. The build renames these classes to `java.util.concurrent.Heddle…` and the agent
/// defines them in `java.base`, so that every class loader of the target sees them and class data sharing stays on.
/// They use `java.base` only, and neither lambdas nor string concatenation by `invokedynamic`: whatever they do
/// happens in somebody else's start-up.
@NullMarked
package io.heddle.agent.runtime;

import org.jspecify.annotations.NullMarked;
