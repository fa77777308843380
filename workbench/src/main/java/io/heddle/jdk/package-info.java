/// The class files of a JDK, read from its `lib/modules` as data: no code of that JDK runs.
@NullMarked
package io.heddle.jdk;

import org.jspecify.annotations.NullMarked;
