/// The house's own habits: one class each, checked by this module's tests on the sources of every module.
@NullMarked
package io.heddle.rules;

import org.jspecify.annotations.NullMarked;
