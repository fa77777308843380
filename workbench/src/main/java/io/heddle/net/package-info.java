/// Talks to servers that Heddle does not trust: within a time and a number of bytes, whatever they do.
@NullMarked
package io.heddle.net;

import org.jspecify.annotations.NullMarked;
