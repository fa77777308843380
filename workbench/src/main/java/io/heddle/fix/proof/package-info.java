/// What must hold of an edit before it is offered.
@NullMarked
package io.heddle.fix.proof;

import org.jspecify.annotations.NullMarked;
