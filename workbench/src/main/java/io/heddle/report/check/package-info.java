/// What people, scripts and build servers get to read of a check.
@NullMarked
package io.heddle.report.check;

import org.jspecify.annotations.NullMarked;
