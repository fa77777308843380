/// Reactive data base access beside virtual threads.
@NullMarked
package io.heddle.lab.r2dbc;

import org.jspecify.annotations.NullMarked;
