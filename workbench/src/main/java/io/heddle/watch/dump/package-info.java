/// What thread dumps tell of virtual threads: carriers that are never given back, threads that are lost, and dumps that
/// somebody sent.
@NullMarked
package io.heddle.watch.dump;

import org.jspecify.annotations.NullMarked;
