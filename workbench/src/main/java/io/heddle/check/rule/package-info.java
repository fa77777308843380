/// One file a rule, which is its page too.
@NullMarked
package io.heddle.check.rule;

import org.jspecify.annotations.NullMarked;
