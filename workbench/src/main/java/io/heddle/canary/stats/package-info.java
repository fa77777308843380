/// Time blocks of both arms, what they show, and how sure that is at every look. Knows nobody.
@NullMarked
package io.heddle.canary.stats;

import org.jspecify.annotations.NullMarked;
