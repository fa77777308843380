/// An agent that counts how often methods are entered, for measurements of what a check tells.
@NullMarked
package io.heddle.demo.tally;

import org.jspecify.annotations.NullMarked;
