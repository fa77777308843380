/// Which code may run at all: rapid type analysis from the target's classes and from what containers make.
/// Its result is [ReachableCode]; [Visibility] tells which of it external code can call.
@NullMarked
package io.heddle.analysis.reach;

import org.jspecify.annotations.NullMarked;
