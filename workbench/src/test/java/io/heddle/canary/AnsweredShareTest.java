package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.stats.Side;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnsweredShareTest {

    private static final int CHANGE = 10;

    @Test
    void aCanaryThatAnswersFewerHasFallen() throws IOException {
        AnsweredShare share = run(1, 1, 0.4, 1);
        AnsweredShare.Fall fall = share.fall().orElseThrow();
        assertEquals(0.5, fall.before(), 0.02);
        assertEquals(0.4 / 1.4, fall.now(), 0.02);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        share.save(new DataOutputStream(saved));
        AnsweredShare again = new AnsweredShare();
        again.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        assertEquals(share.fall(), again.fall());
    }

    @Test
    void aCanaryThatFallsSilentHasFallen() {
        assertTrue(run(2, 1, 0, 1).fall().isPresent());
    }

    /// What both arms do, and what balancing and the time of day do, is no fall.
    @Test
    void otherChangesAreNone() {
        assertTrue(run(3, 1, 1, 1).fall().isEmpty(), "nothing changes");
        assertTrue(run(4, 1, 0.4, 0.4).fall().isEmpty(), "both have less to do");
        assertTrue(run(5, 1, 1, 2).fall().isEmpty(), "the baseline has more to do");
        assertTrue(run(6, 1, 0.8, 1).fall().isEmpty(), "a little less");
        assertTrue(run(7, 0.02, 0.015, 1).fall().isEmpty(), "too few to tell");
    }

    /// Twenty minutes of 20 requests a second in each arm, at random times.
    ///
    /// @param canary its part of that at first
    /// @param after its part from minute ten on
    /// @param baseline the part of the baseline from then on
    private static AnsweredShare run(long seed, double canary, double after, double baseline) {
        AnsweredShare share = new AnsweredShare();
        Random random = new Random(seed);
        for (int second = 0; second < 20 * 60; second++) {
            boolean changed = second >= CHANGE * 60;
            for (int i = 0; i < 20; i++) {
                if (random.nextDouble() < (changed ? baseline : 1)) {
                    share.take(Side.BASELINE, second + i / 20.0, 1);
                }
                if (random.nextDouble() < (changed ? after : canary)) {
                    share.take(Side.CANARY, second + i / 20.0, 1);
                }
            }
        }
        return share;
    }
}
