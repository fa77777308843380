/// What the user named, made into files: class paths are split, coordinates resolved, a project's built output found.
@NullMarked
package io.heddle.check.input;

import org.jspecify.annotations.NullMarked;
