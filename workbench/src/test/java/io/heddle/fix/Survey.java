package io.heddle.fix;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.input.Inputs;
import io.heddle.fix.lock.World;
import io.heddle.model.Check;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What fix answers on whole releases that nobody chose for it: how many findings of their own code it mends, why it
/// refuses the others, and how long that takes next to a check.
final class Survey {

    private static final List<String> RELEASES = List.of(
            "com.mysql:mysql-connector-j:8.0.33",
            "org.apache.kafka:kafka-clients:3.6.0",
            "com.rabbitmq:amqp-client:5.18.0",
            "redis.clients:jedis:4.3.1",
            "org.apache.tomcat.embed:tomcat-embed-core:9.0.65");

    private final Path jdk21;
    private final SourceJars sources;

    private Survey(Path jdk21, Path scratch) {
        this.jdk21 = jdk21;
        this.sources = new SourceJars(scratch);
    }

    private String row(String release) throws IOException {
        Inputs inputs = Inputs.of(List.of(release), List.of(), false, _ -> {});
        Path folder = sources.of(release);
        CheckOptions options = Acceptance.options(inputs, jdk21);
        long start = System.nanoTime();
        Check check = Checker.run(options);
        double checked = seconds(start);
        start = System.nanoTime();
        List<Answer> answers = Fixer.run(
                        check,
                        options,
                        new FixOptions(21, List.of(folder), List.of(), World.APPLICATION, Set.of(), Set.of(), Set.of()),
                        _ -> {})
                .fix()
                .answers()
                .stream()
                .filter(answer -> answer.finding().context().owner() != Owner.LIBRARY)
                .toList();
        double fixed = seconds(start);
        Map<String, Long> refused = new TreeMap<>(answers.stream()
                .flatMap(answer -> answer.refusal().stream())
                .collect(Collectors.groupingBy(Refusals::name, Collectors.counting())));
        return "| " + release.substring(release.indexOf(':') + 1).replace(':', ' ') + " | " + files(folder) + " | "
                + answers.size() + " | " + count(answers, Kind.MENDED) + " | "
                + (refused.isEmpty()
                        ? "–"
                        : refused.toString().replaceAll("[{}]", "").replace('=', ' ')) + " | "
                + count(answers, Kind.ADVISED) + " | "
                + String.format(Locale.ROOT, "%.1f | %.1f |", checked, fixed);
    }

    private static long count(List<Answer> answers, Kind kind) {
        return answers.stream().filter(answer -> answer.kind() == kind).count();
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".java")).count();
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /// Prints the table.
    ///
    /// @param args home of a JDK 21, then parts of the names of releases
    public static void main(String[] args) throws IOException {
        Survey survey = new Survey(Path.of(args[0]), Files.createTempDirectory("heddle-survey"));
        List<String> parts = List.of(args).subList(1, args.length);
        System.out.println(
                "| release | source files | findings | mended | refused | advised | check, s | fix beside it, s |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (String release : RELEASES) {
            if (parts.isEmpty() || parts.stream().anyMatch(release::contains)) {
                System.out.println(survey.row(release));
            }
        }
    }
}
