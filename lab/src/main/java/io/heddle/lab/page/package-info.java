/// What people and scripts get to read of the lab.
@NullMarked
package io.heddle.lab.page;

import org.jspecify.annotations.NullMarked;
