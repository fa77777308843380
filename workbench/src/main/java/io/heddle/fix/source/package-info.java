/// The user's source files: where they are, how they parse, how they are spliced.
@NullMarked
package io.heddle.fix.source;

import org.jspecify.annotations.NullMarked;
