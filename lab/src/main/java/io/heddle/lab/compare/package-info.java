/// One service written five ways.
@NullMarked
package io.heddle.lab.compare;

import org.jspecify.annotations.NullMarked;
