/// The load: closed and open loops, ramp, window, drain, histograms. Netty carries the protocol.
@NullMarked
package io.heddle.race.load;

import org.jspecify.annotations.NullMarked;
