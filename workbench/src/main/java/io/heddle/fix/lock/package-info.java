/// Which monitors a program has, which of them are one set, and when a set may become a lock.
@NullMarked
package io.heddle.fix.lock;

import org.jspecify.annotations.NullMarked;
