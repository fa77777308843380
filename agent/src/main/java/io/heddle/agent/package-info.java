/// Heddle's agent: what the JVM starts, the transformer, and the writer of the result file. Knows the JDK only.
@NullMarked
package io.heddle.agent;

import org.jspecify.annotations.NullMarked;
