package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.lab.bench.Workshop;
import io.heddle.lab.page.LabHtml;
import io.heddle.lab.page.LabJson;
import io.heddle.lab.page.LabText;
import io.heddle.lab.threads.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The smallest experiment, run as a user runs it: real JVMs under a real process limit, and the three reports of what
/// came of it.
@Tag("slow")
class ThreadsIsRunTest {

    /// Stops after the rows that it is told to wait for.
    private static final class Watcher implements LabEvents {

        private final List<String> begun = new ArrayList<>();
        private final List<Integer> saved = new ArrayList<>();
        private final int stopAfter;

        Watcher(int stopAfter) {
            this.stopAfter = stopAfter;
        }

        @Override
        public void begins(Case next, int number, int of, Duration left) {
            begun.add(next.name());
            if (number > stopAfter) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void finished(Row row) {
            assertFalse(row.remark().contains("defect"), row::remark);
        }

        @Override
        public void save(Result soFar) {
            saved.add(soFar.rows().size());
        }
    }

    @Test
    void whatMustHoldDoes() throws Exception {
        Watcher watcher = new Watcher(Integer.MAX_VALUE);
        Result result = run(watcher);
        assertFalse(result.failed(), () -> LabText.render(result).text());
        assertFalse(result.broken(), () -> LabText.render(result).text());
        assertEquals(watcher.begun.size(), result.rows().size());
        assertEquals(List.of(1, 2, 3), watcher.saved);
        JsonNode json = JsonMapper.builder().build().readTree(LabJson.render(List.of(result)));
        assertEquals("threads", json.path("experiment").asText());
        for (String key : List.of("case", "jdk", "published", "measured", "unit", "bound", "ofBound", "remark")) {
            assertTrue(json.path("rows").path(0).has(key), key);
        }
        assertTrue(LabHtml.render(List.of(result)).contains("OutOfMemoryError"));
    }

    @Test
    void anInterruptKeepsTheRowsThatAreDone() {
        Result result = run(new Watcher(1));
        assertTrue(result.interrupted());
        assertEquals(1, result.rows().size());
        Thread.interrupted();
    }

    @Test
    void aJdkThatIsNotHereIsAbsentWithTheNextStep() {
        try (Workshop workshop = Workshop.open()) {
            Result result = new LabRunner(
                            new Threads(),
                            new Plan(Extent.QUICK, List.of(LabJdk.of("99"))),
                            "test",
                            workshop,
                            new Watcher(Integer.MAX_VALUE))
                    .run();
            assertTrue(
                    result.rows().stream()
                            .allMatch(row -> row.state() == Row.State.ABSENT
                                    && row.remark().contains("HEDDLE_JDK99")),
                    () -> LabText.render(result).text());
            assertFalse(result.broken());
        }
    }

    @Test
    void whenTheTimeIsOverTheRestIsLeftOutAndListed() {
        Plan plan = new Plan(Extent.QUICK, List.of(LabJdk.of(System.getProperty("java.home"))));
        try (Workshop workshop = Workshop.open()) {
            Result result = new LabRunner(
                            new Threads(), plan, Duration.ZERO, "test", workshop, new Watcher(Integer.MAX_VALUE))
                    .run();
            assertEquals(plan.cases(new Threads()).size(), result.rows().size());
            assertTrue(
                    result.rows().stream()
                            .allMatch(row -> row.state() == Row.State.ABSENT
                                    && row.remark().contains("--row runs it alone")),
                    () -> LabText.render(result).text());
            assertFalse(result.interrupted() || result.broken());
        }
    }

    private static Result run(LabEvents events) {
        try (Workshop workshop = Workshop.open()) {
            return new LabRunner(
                            new Threads(),
                            new Plan(Extent.QUICK, List.of(LabJdk.of(System.getProperty("java.home")))),
                            "test",
                            workshop,
                            events)
                    .run();
        }
    }
}
