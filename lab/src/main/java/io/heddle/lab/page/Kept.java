package io.heddle.lab.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
import io.heddle.lab.LabJdk;
import io.heddle.lab.Plan;
import io.heddle.lab.Published;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Results that earlier runs have kept as JSON, read again.
public final class Kept {

    private Kept() {}

    /// The results of several files, one for each experiment: of a row that is in several the last counts.
    ///
    /// @throws Failure when one is no result of the lab
    public static List<Result> results(List<Path> files) {
        Map<String, Result> results = new LinkedHashMap<>();
        for (Path file : files) {
            for (JsonNode experiment : experiments(file)) {
                try {
                    results.merge(experiment.path("experiment").asText(), result(experiment), Kept::joined);
                } catch (IllegalArgumentException | DateTimeException e) {
                    throw new Failure(
                            file + " is no result of this version's lab: " + e.getMessage(),
                            "make one with: heddle lab NAME --json " + file,
                            e);
                }
            }
        }
        return Experiments.ALL.stream()
                .flatMap(experiment -> Optional.ofNullable(results.get(experiment.name())).stream())
                .map(Kept::judged)
                .toList();
    }

    /// The experiments of a file.
    static List<JsonNode> experiments(Path file) {
        try {
            JsonNode root = JsonMapper.builder().build().readTree(file.toFile());
            List<JsonNode> all = new ArrayList<>();
            if (root.has("experiments")) {
                root.path("experiments").forEach(all::add);
            } else if (root.has("rows")) {
                all.add(root);
            }
            if (all.isEmpty()) {
                throw new Failure(file + " is no result of the lab", "make one with: heddle lab NAME --json " + file);
            }
            return all;
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + file + ": " + IoReason.of(e), "make one with: heddle lab NAME --json " + file, e);
        }
    }

    private static Result result(JsonNode node) {
        JsonNode machine = node.path("machine");
        return new Result(
                Experiments.named(node.path("experiment").asText()),
                node.path("tool").path("version").asText(),
                Instant.parse(node.path("started").asText()),
                node.path("seconds").asDouble(),
                constant(Extent.class, node.path("extent")),
                new Machine(
                        machine.path("cores").asInt(),
                        machine.path("memoryBytes").asLong(),
                        machine.path("os").asText()),
                node.path("jdks").valueStream().map(JsonNode::asText).toList(),
                node.path("rows").valueStream().map(Kept::row).toList(),
                List.of(),
                node.path("interrupted").asBoolean());
    }

    private static Row row(JsonNode node) {
        Row.State state = constant(Row.State.class, node.path("state"));
        String remark = node.path("remark").asText();
        OptionalDouble published = node.path("published").isNumber()
                ? OptionalDouble.of(node.path("published").asDouble())
                : OptionalDouble.empty();
        Optional<Limit> limit = node.path("bound").isNumber()
                ? Optional.of(new Limit(
                        node.path("bound").asDouble(),
                        constant(Limit.Side.class, node.path("boundIs")),
                        node.path("boundWhy").asText()))
                : Optional.empty();
        Map<String, String> also = new LinkedHashMap<>();
        node.path("also")
                .properties()
                .forEach(figure -> also.put(figure.getKey(), figure.getValue().asText()));
        // until they had an array of their own all remarks were one text
        List<String> remarks = node.has("remarks")
                ? node.path("remarks").valueStream().map(JsonNode::asText).toList()
                : remark.isEmpty() ? List.of() : List.of(remark.split("; ", -1));
        Outcome outcome = new Outcome(
                node.path("measured").asDouble(),
                node.path("unit").asText(),
                limit,
                also,
                state == Row.State.MEASURED ? remarks : List.of(),
                node.path("disturbed").asBoolean());
        return new Row(
                node.path("case").asText(),
                node.path("jdk").asText(),
                new Published(published, node.path("publishedWords").asText()),
                state,
                outcome,
                state == Row.State.MEASURED ? "" : remark,
                node.path("seconds").asDouble());
    }

    /// Judged anew: rows of several runs stand together, and what must hold may have been stated better since.
    private static Result judged(Result kept) {
        List<LabJdk> jdks =
                kept.rows().stream().map(Row::jdk).distinct().map(LabJdk::kept).toList();
        return new Result(
                kept.experiment(),
                kept.heddle(),
                kept.started(),
                kept.seconds(),
                kept.extent(),
                kept.machine(),
                kept.jdks(),
                kept.rows(),
                Result.judge(kept.experiment(), new Plan(kept.extent(), jdks), kept.rows()),
                kept.interrupted());
    }

    private static <E extends Enum<E>> E constant(Class<E> type, JsonNode word) {
        return Enum.valueOf(type, word.asText().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// Another kernel is no other machine, and what it keeps of the memory for itself differs a little.
    private static boolean alike(Machine one, Machine other) {
        return one.cores() == other.cores()
                && Math.abs(one.memoryBytes() - other.memoryBytes()) <= one.memoryBytes() / 20;
    }

    private static Result joined(Result first, Result second) {
        if (!alike(first.machine(), second.machine())) {
            throw new Failure(
                    first.experiment().name() + " was run on two machines: " + first.machine() + " and "
                            + second.machine(),
                    "hold results of two machines against each other with heddle lab diff");
        }
        Map<String, Row> rows = new LinkedHashMap<>();
        List<String> jdks = new ArrayList<>();
        for (Result result : List.of(first, second)) {
            result.rows().forEach(row -> rows.put(row.name() + '|' + row.jdk(), row));
            result.jdks().stream().filter(jdk -> !jdks.contains(jdk)).forEach(jdks::add);
        }
        Extent extent = first.extent().compareTo(second.extent()) > 0 ? first.extent() : second.extent();
        return new Result(
                first.experiment(),
                second.heddle(),
                second.started(),
                first.seconds() + second.seconds(),
                extent,
                second.machine(),
                jdks,
                List.copyOf(rows.values()),
                List.of(),
                first.interrupted() || second.interrupted());
    }
}
