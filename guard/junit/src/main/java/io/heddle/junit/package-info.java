/// Fails a test whose code pins a carrier. `PinningGuard` cuts one recording of the JVM into tests; `PinRecorder` reads
/// it, and `SelfTest` proves that the JVM tells of pins at all.
@NullMarked
package io.heddle.junit;

import org.jspecify.annotations.NullMarked;
