package io.heddle.race.change;

import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.change.Observation.Answered;
import io.heddle.race.change.Observation.Meter;
import io.heddle.race.change.Observation.Stop;
import io.heddle.race.load.Answer;
import io.heddle.race.load.Generator;
import io.heddle.race.load.HeaderField;
import io.heddle.race.requests.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/// Looks at a JVM after its trials. Whatever the target does, this fails nothing.
public final class Observer {

    /// Answers to each request. A header that every second answer has is in all ten of one arm and in none of ten of
    /// the other once in half a million races.
    private static final int ANSWERS = 10;

    /// Requests of a file that are looked at.
    private static final int MOST_ENTRIES = 20;

    /// How long a JVM is looked at.
    private static final Duration LONGEST = Duration.ofMillis(700);

    private static final List<String> PAGES = List.of("/actuator/prometheus", "/metrics");
    private static final int OK = 200;

    private final Generator generator;

    public Observer(Generator generator) {
        this.generator = generator;
    }

    /// Looks, and stops the JVM while requests to one path are under way, where Heddle started it.
    ///
    /// @param paths those that the JVM has answered
    /// @param slowest that of them whose requests take longest
    /// @param millis that one of those takes
    public Observation look(ArmRun run, String arm, List<String> paths, String slowest, double millis)
            throws InterruptedException {
        Map<String, List<Answered>> answers = answers(run, paths);
        Map<String, Meter> meters = run.hasAgent() ? meters(run) : Map.of();
        Optional<Stop> stop = run.hasAgent() && answers.values().stream().noneMatch(List::isEmpty)
                ? new StopUnderLoad(generator, run.entries(slowest).getFirst(), millis).of(run)
                : Optional.empty();
        return new Observation(arm, answers, Map.of(), meters, stop);
    }

    private Map<String, List<Answered>> answers(ArmRun run, List<String> paths) throws InterruptedException {
        long until = System.nanoTime() + LONGEST.toNanos();
        Map<String, Future<List<Answered>>> asked = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String path : paths) {
                List<Entry> entries = run.entries(path);
                for (Entry entry : entries.subList(0, Math.min(MOST_ENTRIES, entries.size()))) {
                    asked.put(Redaction.text(entry.where()), threads.submit(() -> answers(run, entry, until)));
                }
            }
        }
        Map<String, List<Answered>> answers = new LinkedHashMap<>();
        for (Map.Entry<String, Future<List<Answered>>> one : asked.entrySet()) {
            try {
                answers.put(one.getKey(), one.getValue().get());
            } catch (ExecutionException noAnswer) {
                answers.put(one.getKey(), List.of());
            }
        }
        return answers;
    }

    private List<Answered> answers(ArmRun run, Entry entry, long until) throws InterruptedException {
        List<Answered> answers = new ArrayList<>();
        while (answers.size() < ANSWERS && (answers.isEmpty() || System.nanoTime() < until)) {
            Answer answer = run.once(generator, entry);
            answers.add(new Answered(
                    answer.status(),
                    type(answer),
                    answer.headers().stream()
                            .map(header -> header.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.toUnmodifiableSet()),
                    answer.bodyBytes()));
        }
        return answers;
    }

    private static String type(Answer answer) {
        return answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .map(HeaderField::value)
                .map(value -> value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    private Map<String, Meter> meters(ArmRun run) throws InterruptedException {
        for (String page : PAGES) {
            try {
                Answer answer = run.once(generator, Entry.get(page, List.of()));
                boolean whole =
                        answer.bodyBytes() == answer.body().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
                if (answer.status() == OK && whole && answer.body().contains("# TYPE ")) {
                    return new TreeMap<>(MeterPage.of(answer.body()));
                }
            } catch (Failure noAnswer) {
                return Map.of();
            }
        }
        return Map.of();
    }
}
