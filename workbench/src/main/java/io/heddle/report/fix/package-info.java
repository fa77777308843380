/// What people and scripts get to read of a fix.
@NullMarked
package io.heddle.report.fix;

import org.jspecify.annotations.NullMarked;
