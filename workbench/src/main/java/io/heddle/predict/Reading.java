package io.heddle.predict;

import io.heddle.predict.MetricNames.Role;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// What one instance of a service showed in one interval.
///
/// @param instance such as `10.0.0.7:8080`; empty where there is one only
/// @param when the interval was, for people; empty when unknown
/// @param seconds its length
/// @param values by role, of the first metric of the role that there was
record Reading(String instance, String when, double seconds, Map<Role, List<Value>> values) {

    Reading {
        values = Map.copyOf(values);
    }

    /// One time series, or the two of a timer.
    ///
    /// @param name of what it tells of; empty where there is one only
    /// @param amount a gauge's value; a counter's or a timer's growth a second, in seconds where it counts time
    /// @param count a timer's other growth a second; 0 for others
    record Value(String name, double amount, double count) {}

    /// Those of a role; empty where there is none.
    List<Value> of(Role role) {
        return values.getOrDefault(role, List.of());
    }

    /// Sum of a role's amounts.
    double amount(Role role) {
        return of(role).stream().mapToDouble(Value::amount).sum();
    }

    /// Sum of a timer's counts.
    double count(Role role) {
        return of(role).stream().mapToDouble(Value::count).sum();
    }

    /// Largest of a role's amounts.
    OptionalDouble most(Role role) {
        return of(role).stream().mapToDouble(Value::amount).max();
    }

    /// Mean number of threads that serve requests, by Little's law.
    double busy() {
        return amount(Role.REQUESTS);
    }

    /// Builds the values of a reading.
    static Map<Role, List<Value>> empty() {
        return new EnumMap<>(Role.class);
    }
}
