/// Programs that hold carriers on purpose, and twins that do the same work without.
@NullMarked
package io.heddle.demo.holders;

import org.jspecify.annotations.NullMarked;
