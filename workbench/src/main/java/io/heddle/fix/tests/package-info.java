/// Whether the user's own tests fail otherwise once the source is edited.
@NullMarked
package io.heddle.fix.tests;

import org.jspecify.annotations.NullMarked;
