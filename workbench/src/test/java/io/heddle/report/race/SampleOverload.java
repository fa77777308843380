package io.heddle.report.race;

import io.heddle.model.Overload;
import io.heddle.model.Race;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A race whose arms were overloaded: platform threads kept their capacity, virtual threads did not, a limit helped.
final class SampleOverload {

    private SampleOverload() {}

    static Race race() {
        return SampleRace.full()
                .with(List.of(
                        arm(
                                "platform",
                                645,
                                Double.POSITIVE_INFINITY,
                                Overload.Kind.COLLAPSES,
                                Map.of("timeout", 21_400L)),
                        arm(
                                "virtual",
                                12.5,
                                Double.POSITIVE_INFINITY,
                                Overload.Kind.COLLAPSES,
                                Map.of("500", 3L, "timeout", 40_212L)),
                        arm("virtual-limited", 640, 0.5, Overload.Kind.SHEDS, Map.of("503", 38_911L))));
    }

    private static Overload arm(
            String label, double goodput, double recovery, Overload.Kind kind, Map<String, Long> errors) {
        return new Overload(
                "/api/quote",
                label,
                3,
                1_950,
                5,
                1_297,
                goodput,
                58_500,
                (long) (30 * goodput),
                7,
                new TreeMap<>(errors),
                9_611,
                label.equals("virtual-limited") ? 392 : 4_800,
                212L << 20,
                310,
                recovery,
                kind,
                "in words",
                new Overload.Limit("downstream", "", 392, "1,297/s × 302 ms"),
                IntStream.range(0, 130)
                        .mapToObj(i -> new Overload.Point(
                                i / 2.0,
                                i < 10 || i >= 70 ? 325 : 1_950,
                                Math.min(goodput, i < 10 ? 325 : 1_950),
                                i * 70,
                                i < 10 ? 310 : 5_000))
                        .toList(),
                label.equals("virtual") ? List.of("the generator itself was short of CPU") : List.of());
    }
}
