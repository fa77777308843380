package io.heddle.canary;

import io.heddle.model.Canary;
import io.heddle.model.Ratio;
import java.util.ArrayList;
import java.util.List;

/// Earlier looks, thinned out to every second one whenever there are too many.
final class History {

    private static final int MOST = 256;

    private final List<Canary.Point> points = new ArrayList<>();
    private int stride = 1;
    private int skipped;

    void add(double seconds, List<Ratio> metrics) {
        if (++skipped < stride) {
            return;
        }
        skipped = 0;
        points.add(new Canary.Point(seconds, metrics));
        if (points.size() == MOST) {
            for (int i = MOST - 1; i > 0; i -= 2) {
                points.remove(i - 1);
            }
            stride *= 2;
        }
    }

    List<Canary.Point> points() {
        return List.copyOf(points);
    }
}
