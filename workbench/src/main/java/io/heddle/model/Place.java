package io.heddle.model;

/// A line of a file that people edit, such as the one of pom.xml that brings a library.
///
/// @param file relative to the project, with slashes
/// @param line at least 1
public record Place(String file, int line) {}
