/// Services that go wrong on purpose.
@NullMarked
package io.heddle.demo.faults;

import org.jspecify.annotations.NullMarked;
