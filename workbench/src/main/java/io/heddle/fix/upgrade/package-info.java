/// Which release of a library mends its findings, and what must hold of it before it is offered.
@NullMarked
package io.heddle.fix.upgrade;

import org.jspecify.annotations.NullMarked;
