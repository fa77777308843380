/// Who calls whom. [TypePropagation] finds the classes that values may have, [CallTargetResolver] what each
/// call may run, [SummaryPropagation] what callees call back; the result is the [CallGraph].
/// [ExtensionPoints] tells which calls run external code.
@NullMarked
package io.heddle.analysis.callgraph;

import org.jspecify.annotations.NullMarked;
