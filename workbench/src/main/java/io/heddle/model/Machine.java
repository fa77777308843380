package io.heddle.model;

/// Where the race ran.
public record Machine(int cores, long memoryBytes, String os) {}
