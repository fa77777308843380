/// What an experiment works with, and what it gets: libraries by coordinates, programs compiled and run in JVMs of
/// their own, load, a watch over the machine; figures and their limits. Knows no experiment.
@NullMarked
package io.heddle.lab.bench;

import org.jspecify.annotations.NullMarked;
