/// Who holds the carriers, live or from a recording: joins what the JVM tells and what it does not into one diagnosis.
@NullMarked
package io.heddle.watch;

import org.jspecify.annotations.NullMarked;
