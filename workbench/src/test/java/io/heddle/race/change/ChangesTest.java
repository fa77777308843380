package io.heddle.race.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Change;
import io.heddle.race.change.Observation.Answered;
import io.heddle.race.change.Observation.Meter;
import io.heddle.race.change.Observation.Printed;
import io.heddle.race.change.Observation.Stop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangesTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final Answered PLAIN = new Answered(200, "text/plain", Set.of("content-type", "date"), 100);

    private static Observation answering(String arm, Answered... answers) {
        return new Observation(arm, Map.of("/a", List.of(answers)), Map.of(), Map.of(), Optional.empty());
    }

    private static Observation printing(String arm, String kind, boolean error, long count) {
        return new Observation(
                arm,
                Map.of(),
                count == 0 ? Map.of() : Map.of(kind, new Printed(error, count, "first")),
                Map.of(),
                Optional.empty());
    }

    private static Observation measuring(String arm, Map<String, Meter> meters) {
        return new Observation(arm, Map.of(), Map.of(), meters, Optional.empty());
    }

    private static Observation stopping(String arm, long inFlight, long answered, double seconds) {
        return new Observation(arm, Map.of(), Map.of(), Map.of(), Optional.of(new Stop(inFlight, answered, seconds)));
    }

    private static List<Change> changes(Observation... observed) {
        return Changes.of(VIRTUAL, PLATFORM, List.of(observed));
    }

    private static List<String> ids(List<Change> changes) {
        return changes.stream().map(Change::id).toList();
    }

    @Test
    void equalArmsChangeNothing() {
        assertEquals(
                List.of(),
                changes(answering("platform", PLAIN, PLAIN, PLAIN), answering("virtual", PLAIN, PLAIN, PLAIN)));
    }

    @Test
    void aHeaderThatOneArmAlwaysHasAndTheOtherNeverIsTold() {
        Answered tenant = new Answered(200, "text/plain", Set.of("content-type", "date", "x-tenant"), 100);
        List<Change> changes =
                changes(answering("platform", tenant, tenant, tenant), answering("virtual", PLAIN, PLAIN, PLAIN));
        assertEquals(List.of("answers-header"), ids(changes));
        assertEquals(
                "requests to /a get no header x-tenant from the virtual arm, and header x-tenant from the platform arm",
                changes.getFirst().text());
        assertTrue(changes.getFirst().grave());
    }

    @Test
    void aStatusSaysMoreThanWhatComesWithIt() {
        Answered error = new Answered(500, "text/html", Set.of("content-type"), 4_000);
        assertEquals(
                List.of("answers-status"),
                ids(changes(answering("platform", PLAIN, PLAIN, PLAIN), answering("virtual", error, error, error))));
    }

    @Test
    void typeAndSizeAreTold() {
        Answered html = new Answered(200, "text/html", Set.of("content-type", "date"), 100);
        Answered empty = new Answered(200, "text/plain", Set.of("content-type", "date"), 2);
        assertEquals(
                List.of("answers-type"),
                ids(changes(answering("platform", PLAIN, PLAIN, PLAIN), answering("virtual", html, html, html))));
        assertEquals(
                List.of("answers-size"),
                ids(changes(answering("platform", PLAIN, PLAIN, PLAIN), answering("virtual", empty, empty, empty))));
    }

    /// A service whose answers vary by chance, in both arms alike: 2,000 races with ten answers of each of two JVMs.
    @Test
    void whatVariesInBothArmsIsNoChange() {
        Random random = new Random(7);
        long told = IntStream.range(0, 2_000)
                .filter(_ -> {
                    List<Observation> observed = new ArrayList<>();
                    for (String arm : List.of("platform", "virtual", "virtual", "platform")) {
                        observed.add(answering(
                                arm,
                                IntStream.range(0, 10)
                                        .mapToObj(_ -> varying(random))
                                        .toArray(Answered[]::new)));
                    }
                    return !Changes.of(VIRTUAL, PLATFORM, observed).isEmpty();
                })
                .count();
        assertEquals(0, told);
    }

    private static Answered varying(Random random) {
        return new Answered(
                random.nextInt(4) == 0 ? 304 : 200,
                random.nextBoolean() ? "text/html" : "text/plain",
                random.nextBoolean() ? Set.of("x-cache") : Set.of("set-cookie"),
                50 + random.nextInt(100));
    }

    @Test
    void exceptionsThatOneArmAlonePrintsAreTold() {
        List<Change> changes = changes(
                printing("platform", "", false, 0), printing("virtual", "java.lang.IllegalStateException", true, 40));
        assertEquals(List.of("output-error"), ids(changes));
        assertTrue(changes.getFirst().grave());
        assertEquals("first", changes.getFirst().example());
        assertFalse(
                changes(printing("platform", "", false, 0), printing("virtual", "WARN com.example.Orders", false, 40))
                        .getFirst()
                        .grave());
    }

    @Test
    void whatBothPrintAndASingleLineAreNotTold() {
        assertEquals(
                List.of(),
                changes(printing("platform", "WARN a.B", false, 1), printing("virtual", "WARN a.B", false, 900)));
        assertEquals(List.of(), changes(printing("platform", "", false, 0), printing("virtual", "WARN a.B", false, 1)));
        assertEquals(
                List.of(),
                changes(
                        printing("platform", "", false, 0),
                        printing("virtual", "WARN a.B", false, 9),
                        printing("virtual", "", false, 0),
                        printing("virtual", "", false, 0)));
    }

    @Test
    void metersThatVanishOrDieAreTold() {
        Map<String, Meter> before = MeterPage.of("""
                # TYPE tomcat_threads_busy_threads gauge
                tomcat_threads_busy_threads{name="http-nio-8080"} 3.0
                executor_pool_size_threads{name="a",} 8.0
                jvm_memory_max_bytes{area="x"} -1.0
                http_seconds_count 7.0
                """);
        Map<String, Meter> after = MeterPage.of("""
                tomcat_threads_busy_threads{name="http-nio-8080"} -1.0
                jvm_memory_max_bytes{area="x"} -1.0
                http_seconds_count 9.0
                """);
        List<Change> changes = changes(measuring("platform", before), measuring("virtual", after));
        assertEquals(List.of("metrics-gone", "metrics-dead"), ids(changes));
        assertTrue(changes.getFirst().text().contains("executor_pool_size_threads"), changes.toString());
        assertEquals(List.of(), changes(measuring("platform", before), measuring("virtual", before)));
        assertEquals(List.of(), changes(measuring("platform", before), measuring("virtual", Map.of())));
    }

    @Test
    void requestsThatOneArmAloneCutsOffAreTold() {
        assertEquals(
                List.of("stop-cut-off"), ids(changes(stopping("platform", 4, 4, 0.3), stopping("virtual", 4, 1, 0.3))));
        assertEquals(List.of(), changes(stopping("platform", 4, 0, 0.1), stopping("virtual", 4, 1, 0.1)));
        assertEquals(List.of("stop-slow"), ids(changes(stopping("platform", 4, 4, 0.3), stopping("virtual", 4, 4, 9))));
    }

    @Test
    void anArmThatWasNotObservedIsNotCompared() {
        assertEquals(List.of(), changes(answering("virtual", PLAIN, PLAIN, PLAIN)));
        assertEquals(List.of(), Changes.of(VIRTUAL, PLATFORM, Collections.emptyList()));
    }

    @Test
    void manyDifferencesOfAKindAreFolded() {
        StringBuilder page = new StringBuilder();
        IntStream.range(0, 40).forEach(i -> page.append("meter_").append(i).append(" 1.0\n"));
        List<Change> changes = changes(
                measuring("platform", MeterPage.of(page.toString())), measuring("virtual", MeterPage.of("other 1.0")));
        assertEquals(6, changes.size());
        assertEquals(
                "35 more meters differ in the virtual arm", changes.getLast().text());
    }
}
