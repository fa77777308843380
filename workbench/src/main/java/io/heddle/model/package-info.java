/// What a race, a check or a watch has found: records that every part shares. Knows nobody.
@NullMarked
package io.heddle.model;

import org.jspecify.annotations.NullMarked;
