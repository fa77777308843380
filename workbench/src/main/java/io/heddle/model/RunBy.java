package io.heddle.model;

import java.util.List;

/// Which end points of a service run some code.
///
/// @param endPoints by the names that clients know, such as `GET /orders`, or else by the method that serves them
/// @param of how many end points the service has; 0 where they are not known
public record RunBy(List<String> endPoints, int of) {

    /// Nothing is known.
    public static final RunBy UNKNOWN = new RunBy(List.of(), 0);

    public RunBy {
        endPoints = List.copyOf(endPoints);
    }

    /// Whether any is known.
    public boolean isKnown() {
        return !endPoints.isEmpty();
    }

    /// The share of the service's end points, from 0 to 1; 0 where none is known.
    public double share() {
        return of == 0 ? 0 : (double) endPoints.size() / of;
    }
}
