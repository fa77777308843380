/// What the threads change beside speed: answers, output, meters, and the end of the JVM. Each JVM is observed after
/// its trials; a change is what each arm always does and the other never.
@NullMarked
package io.heddle.race.change;

import org.jspecify.annotations.NullMarked;
