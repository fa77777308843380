/// Thread dumps as samples: every form in which a JVM writes one becomes a [io.heddle.waits.ThreadDump] here, and
/// nowhere else. What is cut off, mixed with other text or written by another tool costs one sentence, and nothing of
/// what can be read.
@NullMarked
package io.heddle.waits.dump;

import org.jspecify.annotations.NullMarked;
