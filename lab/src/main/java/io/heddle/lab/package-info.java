/// Published experiments, run again on the real components: what an experiment is, how it runs, what comes of it.
@NullMarked
package io.heddle.lab;

import org.jspecify.annotations.NullMarked;
