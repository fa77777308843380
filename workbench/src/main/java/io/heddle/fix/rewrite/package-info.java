/// Edits that give code another form where no monitor of the target is to become a lock: each rewrites one private
/// field and all its uses.
@NullMarked
package io.heddle.fix.rewrite;

import org.jspecify.annotations.NullMarked;
