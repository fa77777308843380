/// How often a service runs a method, and which threads run it: exposure, which orders what is told and never doubts
/// it.
@NullMarked
package io.heddle.analysis.exposure;

import org.jspecify.annotations.NullMarked;
