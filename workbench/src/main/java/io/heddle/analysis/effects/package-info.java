/// What the code does that matters to a thread that must not block: which methods may block and by which
/// path, which locks are held meanwhile, which waits are satisfied, and which code no request runs. Its
/// result is [Effects].
@NullMarked
package io.heddle.analysis.effects;

import org.jspecify.annotations.NullMarked;
