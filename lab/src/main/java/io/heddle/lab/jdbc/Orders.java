package io.heddle.lab.jdbc;

import io.heddle.lab.Expectation;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Row;
import io.heddle.lab.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which rows must be ahead of which. Where JMH's errors overlap nothing is seen: the figures show no order, neither
/// the one that is expected nor another.
///
/// @param rows what was measured
/// @param jdk the rows of one JDK are compared
record Orders(Rows rows, LabJdk jdk, List<Expectation> all) {

    Orders(Rows rows, LabJdk jdk) {
        this(rows, jdk, new ArrayList<>());
    }

    /// A row is above a figure.
    void above(String says, double figure, Setting setting) {
        add(
                rows.expectSpeed(says, jdk, row -> Interval.of(row.getFirst()).low() > figure, setting.title()),
                interval(setting).map(one -> one.clearOf(figure)).orElse(true));
    }

    /// A row is above another.
    void above(String says, Setting more, Setting less) {
        Optional<Boolean> clear = interval(more).flatMap(one -> interval(less).map(one::clearOf));
        add(
                rows.expectSpeed(
                        says, jdk, both -> score(both.getFirst()) > score(both.get(1)), more.title(), less.title()),
                clear.orElse(true));
    }

    private void add(Expectation order, boolean clear) {
        all.add(
                clear
                        ? order
                        : new Expectation(
                                order.says(), Expectation.State.UNSEEN, "JMH's errors overlap: " + order.because()));
    }

    private static double score(Row row) {
        return row.outcome().measured();
    }

    private Optional<Interval> interval(Setting setting) {
        return rows.measured(setting.title(), jdk).map(Interval::of);
    }
}
