package io.heddle.check.train;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A logistic regression with a penalty on the squares of the weights. What says what a finding is about may weigh
/// either way; what says how far away or how doubtful it is weighs against it or nothing. What was read of releases
/// that
/// the rules had not been changed for counts ten times as much as the rest: the model is asked about such releases.
final class Logistic {

    /// What every finding has.
    static final String FIRST = "any finding";
    /// What an example counts of which the rules had been changed before it was read.
    private static final double OTHERS = 0.1;

    private static final int ROUNDS = 300;
    private static final double ENOUGH = 1e-5;

    private final List<Column> columns = new ArrayList<>();
    private final List<Example> examples;
    private final double[] shares;
    private final double penalty;
    private final double[] sums;

    /// A feature with the examples that have it.
    private static final class Column {

        private final String name;
        private final List<Integer> rows = new ArrayList<>();
        private final List<Double> values = new ArrayList<>();
        private double weight;

        Column(String name) {
            this.name = name;
        }

        boolean isFree() {
            return name.equals(FIRST) || name.startsWith("kind ") || name.startsWith("rule ");
        }
    }

    private Logistic(List<Example> examples, double penalty) {
        this.examples = examples;
        this.penalty = penalty;
        this.shares = shares(examples);
        this.sums = new double[examples.size()];
        Map<String, Column> byName = new HashMap<>();
        for (int i = 0; i < examples.size(); i++) {
            for (Map.Entry<String, Double> feature : examples.get(i).features().entrySet()) {
                Column column = byName.computeIfAbsent(feature.getKey(), Column::new);
                column.rows.add(i);
                column.values.add(feature.getValue());
            }
        }
        columns.addAll(byName.values());
        columns.sort((one, other) -> one.name.compareTo(other.name));
    }

    private static double[] shares(List<Example> examples) {
        return examples.stream()
                .mapToDouble(example -> example.isFresh() ? 1 : OTHERS)
                .toArray();
    }

    /// The weights that fit best, by name, without those that are nothing.
    ///
    /// @param penalty on the squares of all weights but the first
    static Map<String, Double> fit(List<Example> examples, double penalty) {
        Logistic model = new Logistic(examples, penalty);
        for (int round = 0; round < ROUNDS; round++) {
            double most = 0;
            for (Column column : model.columns) {
                most = Math.max(most, model.step(column));
            }
            if (most < ENOUGH) {
                break;
            }
        }
        Map<String, Double> weights = new TreeMap<>();
        model.columns.stream()
                .filter(column -> Math.abs(column.weight) >= 0.0005)
                .forEach(column -> weights.put(column.name, column.weight));
        return weights;
    }

    // One step of Newton's method along a coordinate, with the largest curvature that there may be: it never
    // goes too far.
    private double step(Column column) {
        double shrink = column.name.equals(FIRST) ? 0 : penalty;
        double slope = shrink * column.weight;
        double curvature = shrink;
        for (int i = 0; i < column.rows.size(); i++) {
            int row = column.rows.get(i);
            double value = column.values.get(i);
            slope += shares[row]
                    * value
                    * (probability(sums[row]) - (examples.get(row).right() ? 1 : 0));
            curvature += shares[row] * value * value / 4;
        }
        double before = column.weight;
        double after = before - slope / curvature;
        column.weight = column.isFree() ? after : Math.min(0, after);
        for (int i = 0; i < column.rows.size(); i++) {
            sums[column.rows.get(i)] += (column.weight - before) * column.values.get(i);
        }
        return Math.abs(column.weight - before);
    }

    /// The probability that an example is right.
    static double probability(Map<String, Double> weights, Example example) {
        return probability(example.features().entrySet().stream()
                .mapToDouble(feature -> feature.getValue() * weights.getOrDefault(feature.getKey(), 0.0))
                .sum());
    }

    private static double probability(double sum) {
        return 1 / (1 + Math.exp(-sum));
    }
}
