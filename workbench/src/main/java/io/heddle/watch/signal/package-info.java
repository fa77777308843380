/// What the JVM tells: events of the flight recorder become holds and delays, by the rules of the JDK that wrote them.
@NullMarked
package io.heddle.watch.signal;

import org.jspecify.annotations.NullMarked;
