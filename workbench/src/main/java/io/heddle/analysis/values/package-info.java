/// Where the values of a call come from, beyond its own method: streams that end in memory, sockets that
/// close without writing, queues that are never full. Asked while calls are resolved and again on paths;
/// [CallFacts] is what is known at the time.
@NullMarked
package io.heddle.analysis.values;

import org.jspecify.annotations.NullMarked;
