package io.heddle.race.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Overload.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgementTest {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    @Test
    void survivesWhereWhatItCanAnswerIsAnswered() {
        assertEquals(Kind.SURVIVES, of(600, 200, 198, 0, 0.67, 2).kind());
    }

    @Test
    void shedsWhereTheRestIsRefused() {
        Judgement sheds = of(600, 200, 198, 0.66, 0, 0);
        assertEquals(Kind.SHEDS, sheds.kind());
        assertEquals(
                "198/s of 600/s offered were answered in time, where it could answer 200/s; it refused 66 %; back after 0.0 s",
                sheds.why());
    }

    @Test
    void collapsesWhereLessThanFourFifthsAreAnsweredInTime() {
        assertEquals(Kind.SURVIVES, of(600, 200, 161, 0, 0.7, 2).kind());
        assertEquals(Kind.COLLAPSES, of(600, 200, 159, 0, 0.7, 2).kind());
        assertEquals(Kind.COLLAPSES, of(600, 200, 159, 0.7, 0, 2).kind());
    }

    @Test
    void anArmThatCouldDoMoreIsHeldAgainstWhatIsOffered() {
        assertEquals(Kind.SURVIVES, of(300, 2_000, 297, 0, 0, 0).kind());
        assertEquals(Kind.COLLAPSES, of(300, 2_000, 200, 0, 0.3, 0).kind());
    }

    @Test
    void collapsesWhereItDoesNotComeBack() {
        Judgement never = of(600, 200, 199, 0.66, 0, NEVER);
        assertEquals(Kind.COLLAPSES, never.kind());
        assertTrue(never.why().endsWith("not back within 30 s of half the capacity"), never.why());
    }

    @Test
    void collapsesWhereItEnds() {
        Judgement ended = Judgement.of(
                new Judgement.Seen(600, 200, 199, 0, 0, 1, 30, Optional.of("the target ended with exit code 3")));
        assertEquals(new Judgement(Kind.COLLAPSES, "the target ended with exit code 3"), ended);
    }

    private static Judgement of(
            double rate, double capacity, double goodput, double refused, double timeouts, double recovery) {
        return Judgement.of(
                new Judgement.Seen(rate, capacity, goodput, refused, timeouts, recovery, 30, Optional.empty()));
    }
}
