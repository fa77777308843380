/// The files that say which requests to send: JSON lines, HAR, lists of URLs.
@NullMarked
package io.heddle.race.requests;

import org.jspecify.annotations.NullMarked;
