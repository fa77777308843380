package io.heddle.analysis.callgraph;

import io.heddle.analysis.program.Method;

/// A method of an argument that the callee calls.
///
/// @param target that is called back
/// @param callee that calls it, itself or through the methods that it passes the argument to
/// @param use tells where
/// @param kept whether the argument is not the object whose method it is, but keeps it
public record Callback(Method target, Method callee, ParameterSummary use, boolean kept) {}
