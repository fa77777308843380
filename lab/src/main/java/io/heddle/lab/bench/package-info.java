/// What an experiment works with: libraries by coordinates, programs compiled and run in JVMs of their own, load, and a watch over the machine.
@NullMarked
package io.heddle.lab.bench;

import org.jspecify.annotations.NullMarked;
