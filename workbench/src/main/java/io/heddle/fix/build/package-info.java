/// Where a build says which release of a library it takes, as places in its files.
@NullMarked
package io.heddle.fix.build;

import org.jspecify.annotations.NullMarked;
