/// Finds class files in jars, nested jars, folders and run times, and reads them on demand. What cannot be read is
/// counted.
@NullMarked
package io.heddle.check.read;

import org.jspecify.annotations.NullMarked;
