package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Capacity;
import io.heddle.model.Failure;
import io.heddle.race.plan.Objective;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The search against services whose capacity is known.
class CapacitySearchTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final Objective OBJECTIVE = Objective.parse("p99<200ms");

    @ParameterizedTest
    @CsvSource({"1000, 700", "1000, 1000", "1000, 20", "1000, 60000", "0.7, 3", "48000, 31000"})
    void theCapacityLiesInTheBracket(double capacity, double guess) throws InterruptedException {
        Capacity.Search search = search(capacity, 0, guess, new Random(1));
        assertTrue(
                search.met() <= capacity && search.missed() > capacity && search.missed() <= 1.05 * search.met(),
                search.toString());
        assertEquals(
                2,
                search.steps().stream()
                        .filter(step -> step.rate() == search.met() && step.met())
                        .count());
        assertEquals(
                2,
                search.steps().stream()
                        .filter(step -> step.rate() == search.missed() && !step.met())
                        .count());
        assertTrue(search.steps().size() <= 20, search.toString());
    }

    @Test
    void aServiceThatMissesAtEveryRateSaysSo() throws InterruptedException {
        Capacity.Search search = search(0.5, 0, 1_000, new Random(1));
        assertEquals(0, search.met());
        assertTrue(search.ended().startsWith("missed at every rate down to"), search.ended());
    }

    @Test
    void aSearchWithoutEndGivesUp() throws InterruptedException {
        Capacity.Search search = search(Double.POSITIVE_INFINITY, 0, 1, new Random(1));
        assertEquals(CapacitySearch.MOST, search.steps().size());
        assertTrue(
                search.missed() == Double.POSITIVE_INFINITY && search.ended().startsWith("still met at"),
                search.ended());
    }

    /// A rate that once met by luck is tried again: a single window that lies about every seventh rate near the
    /// capacity does not carry the result away.
    @Test
    void luckIsAskedTwice() throws InterruptedException {
        int far = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Capacity.Search search = search(1_000, 0.03, 700, new Random(seed));
            double middle = Math.sqrt(search.met() * search.missed());
            far += middle > 0.9 * 1_000 && middle < 1.1 * 1_000 ? 0 : 1;
        }
        assertTrue(far <= 20, far + " of 2,000 searches were off by more than a tenth");
    }

    /// A backlog, a neighbour or a long collection makes one window miss: the rate is asked again.
    @Test
    void oneDisturbedWindowCarriesNothingAway() throws InterruptedException {
        for (int disturbed = 0; disturbed < 10; disturbed++) {
            int[] window = {0};
            int which = disturbed;
            Capacity.Search search = new CapacitySearch(
                            rate -> {
                                boolean met = window[0]++ != which && rate <= 1_000;
                                return new Capacity.Step(rate, met, met ? 1 : 0.5, 100, rate, 1_000, 0, 10, List.of());
                            },
                            700,
                            0.05)
                    .run("virtual", 1);
            assertTrue(
                    search.met() <= 1_000 && search.missed() > 1_000 && search.missed() <= 1.05 * search.met(),
                    search.toString());
        }
    }

    /// What the intervals promise: of races whose arms are equal, with windows that waver by 3 %, at most one in
    /// twenty shows a difference; and one of a tenth is found.
    @Test
    void equalArmsAreSeldomCalledDifferent() throws InterruptedException {
        int different = 0;
        int found = 0;
        Random random = new Random(7);
        for (int race = 0; race < 1_000; race++) {
            different += differs(race(random, 1_000, 1_000)) ? 1 : 0;
            found += differs(race(random, 1_000, 1_300)) ? 1 : 0;
        }
        assertTrue(different <= 50, different + " false differences in 1,000 races");
        assertTrue(found >= 900, found + " of 1,000 differences were found");
    }

    @Test
    void objectives() {
        assertEquals(new Objective("p99<200ms", 0.99, Duration.ofMillis(200)), Objective.parse(" p99 < 200 ms"));
        assertEquals(0.999, Objective.parse("p999<1s").share(), 1e-12);
        assertEquals(0.9995, Objective.parse("P99.95<=1.5s").share(), 1e-12);
        assertEquals(Duration.ofMillis(1_500), Objective.parse("P99.95<=1.5s").limit());
        for (String wrong : List.of("p99", "p99<200", "mean<200ms", "p100<1s", "p10<1s", "p99>1s", "")) {
            assertTrue(
                    assertThrows(Failure.class, () -> Objective.parse(wrong))
                            .next()
                            .contains("p99<200ms"),
                    wrong);
        }
    }

    private static boolean differs(Capacity capacity) {
        return capacity.ratios().stream()
                .anyMatch(versus -> versus.ratio().low() > 1 || versus.ratio().high() < 1);
    }

    private static Capacity race(Random random, double below, double above) throws InterruptedException {
        List<Capacity.Search> searches = new ArrayList<>();
        for (int jvm = 1; jvm <= 3; jvm++) {
            for (Arm arm : List.of(PLATFORM, VIRTUAL)) {
                double capacity = (arm == PLATFORM ? below : above) * Math.exp(0.02 * random.nextGaussian());
                Capacity.Search search = search(capacity, 0.03, 0.7 * capacity, random);
                searches.add(new Capacity.Search(
                        arm.label(), jvm, search.met(), search.missed(), search.ended(), search.steps()));
            }
        }
        return Capacities.of("/", OBJECTIVE, List.of(PLATFORM, VIRTUAL), searches);
    }

    /// @param noise of each window's own capacity
    private static Capacity.Search search(double capacity, double noise, double guess, Random random)
            throws InterruptedException {
        return new CapacitySearch(
                        rate -> {
                            boolean met = rate <= capacity * Math.exp(noise * random.nextGaussian());
                            return new Capacity.Step(rate, met, met ? 1 : 0.5, 100, rate, 1_000, 0, 10, List.of());
                        },
                        guess,
                        0.05)
                .run("platform", 1);
    }
}
