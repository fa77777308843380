package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceTest {

    private static final Request REQUEST = new Request(URI.create("http://localhost/"), List.of());

    @Test
    void sharesAreMetAtAnyMoment() {
        double[] weights = {90, 9, 0.9, 0.1};
        Sequence sequence = new Sequence(mix(weights));
        int[] counts = new int[weights.length];
        for (int n = 1; n <= 100_000; n++) {
            counts[sequence.next()]++;
            for (int i = 0; i < weights.length; i++) {
                assertEquals(
                        n * weights[i] / 100,
                        counts[i],
                        4,
                        "request " + i + " of " + n + ": " + Arrays.toString(counts));
            }
        }
        assertTrue(counts[3] >= 96, Arrays.toString(counts));
    }

    @Test
    void oneRequestIsTheWholeMix() {
        Sequence sequence = new Sequence(RequestMix.of(REQUEST));
        assertEquals(0, sequence.next() + sequence.next());
    }

    private static RequestMix mix(double... weights) {
        return new RequestMix(Arrays.stream(weights)
                .mapToObj(weight -> new RequestMix.Part(REQUEST, weight))
                .toList());
    }
}
