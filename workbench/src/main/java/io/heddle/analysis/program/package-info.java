/// The program under analysis: its classes with what is above them, their methods and fields. All of it is
/// fixed once a class is read; what a later phase learns is kept in a [SideTable] of that phase.
@NullMarked
package io.heddle.analysis.program;

import org.jspecify.annotations.NullMarked;
