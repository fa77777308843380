/// `heddle fix`: mends what can be mended safely, says why the rest can not, and proves both.
@NullMarked
package io.heddle.fix;

import org.jspecify.annotations.NullMarked;
