package io.heddle.check.graph;

import org.jspecify.annotations.Nullable;

/// The first step of the shortest way from a method to something that blocks.
///
/// @param call in the method; null where the method itself is native and waits
/// @param target method that the call runs; null where the call is what waits
/// @param depth calls from the method to what waits, at least 0
record Witness(@Nullable Call call, @Nullable Method target, int depth) {}
