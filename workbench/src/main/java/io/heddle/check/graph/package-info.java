/// Who calls whom, what blocks, and what is held meanwhile.
@NullMarked
package io.heddle.check.graph;

import org.jspecify.annotations.NullMarked;
