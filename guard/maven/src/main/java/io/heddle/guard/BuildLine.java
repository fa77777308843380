package io.heddle.guard;

/// A line of a pom in the repository.
///
/// @param file relative to the repository, with slashes
record BuildLine(String file, int line) {}
