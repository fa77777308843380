/// The service under study as a process: start, port, peers, readiness, what it uses, and its end.
@NullMarked
package io.heddle.race.target;

import org.jspecify.annotations.NullMarked;
