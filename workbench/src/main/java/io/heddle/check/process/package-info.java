/// What a running process would have a check read: the files of its class path, and the classes that no file has, which
/// its agent reads from the JVM. What the agent writes is `io.heddle.agent.LoadedClasses`.
@NullMarked
package io.heddle.check.process;

import org.jspecify.annotations.NullMarked;
