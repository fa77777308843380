/// Small programs of common forms that pin on JDK 21 or do not, and how many of them a check finds.
@NullMarked
package io.heddle.check.idioms;

import org.jspecify.annotations.NullMarked;
