/// A service with limits behind it that nobody guards, for overload.
@NullMarked
package io.heddle.demo.crowd;

import org.jspecify.annotations.NullMarked;
