/// 100,000 threads: platform and virtual.
@NullMarked
package io.heddle.lab.threads;

import org.jspecify.annotations.NullMarked;
