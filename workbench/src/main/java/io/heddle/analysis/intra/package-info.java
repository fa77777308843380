/// The code of each method by itself: an abstract interpretation that follows where values come from and
/// which monitors are held, until nothing changes any more. Its result is [MethodFacts]: the [CallSite]s with
/// their arguments as [AbstractValue]s and their [LockSet]s, the writes, and the returned values.
/// [BranchConditions] tells which branches the arguments of a call decide.
@NullMarked
package io.heddle.analysis.intra;

import org.jspecify.annotations.NullMarked;
