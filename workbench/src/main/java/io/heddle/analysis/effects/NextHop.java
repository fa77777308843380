package io.heddle.analysis.effects;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import org.jspecify.annotations.Nullable;

/// The first step of the shortest path from a method to something that blocks.
///
/// @param call in the method; null where the method itself is native and blocks
/// @param target method that the call runs; null where the call is what blocks
/// @param depth calls from the method to what blocks, at least 0
/// @param afterFailure whether the path from here goes through code that runs only once something has failed
public record NextHop(@Nullable CallSite call, @Nullable Method target, int depth, boolean afterFailure) {}
