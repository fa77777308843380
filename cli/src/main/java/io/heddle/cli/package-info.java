/// One class per command; the only part that prints and exits.
@NullMarked
package io.heddle.cli;

import org.jspecify.annotations.NullMarked;
