package io.heddle.race.load;

/// One header line of a request or an answer.
///
/// @param name without colon; not empty
/// @param value without line break
public record Header(String name, String value) {}
