package io.heddle.canary;

import io.heddle.model.Canary;
import io.heddle.model.Ratio;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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

    void save(DataOutput out) throws IOException {
        out.writeInt(stride);
        out.writeInt(skipped);
        out.writeInt(points.size());
        for (Canary.Point point : points) {
            out.writeDouble(point.seconds());
            out.writeInt(point.metrics().size());
            for (Ratio ratio : point.metrics()) {
                out.writeDouble(ratio.estimate());
                out.writeDouble(ratio.low());
                out.writeDouble(ratio.high());
            }
        }
    }

    void restore(DataInput in) throws IOException {
        stride = in.readInt();
        skipped = in.readInt();
        points.clear();
        for (int left = in.readInt(); left > 0; left--) {
            double seconds = in.readDouble();
            List<Ratio> metrics = new ArrayList<>();
            for (int more = in.readInt(); more > 0; more--) {
                metrics.add(new Ratio(in.readDouble(), in.readDouble(), in.readDouble()));
            }
            points.add(new Canary.Point(seconds, List.copyOf(metrics)));
        }
    }

    List<Canary.Point> points() {
        return List.copyOf(points);
    }
}
