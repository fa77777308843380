/// Keeps what a check has found for the next one of the same files, in the user's cache folder.
@NullMarked
package io.heddle.check.cache;

import org.jspecify.annotations.NullMarked;
