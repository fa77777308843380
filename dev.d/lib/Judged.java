import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Counts the judgements of `check-judged.csv` and prints one Markdown table of them.
///
/// Arguments: the folder of the data, and the table: `shares`, `draws` or `rules`.
final class Judged {

    /// The draws of the popular class paths that were taken from all findings, read before or not.
    private static final List<String> POPULAR = List.of("9", "11", "15", "16", "18", "19", "20");

    /// The draws from class paths that nothing had been tuned to when they were read.
    private static final List<String> UNTUNED = List.of(
            "other-1",
            "other-2",
            "other-3",
            "other-4",
            "other-5",
            "other-6",
            "first-1",
            "first-2",
            "first-3",
            "first-4",
            "first-4-rest",
            "first-5",
            "first-6",
            "first-7",
            "first-8");

    private static final List<String> NEWEST_POPULAR = List.of("19", "20");
    private static final List<String> NEWEST_UNTUNED = List.of("other-4", "other-5", "other-6");
    private static final Set<String> MET = Set.of("each-request", "some-requests");

    /// What a user reads first; until the third of them also what is less sure.
    private static final List<String> FIRST = List.of("first-1", "first-2", "first-3");
    private static final List<String> LATER_FIRST = List.of("first-4", "first-5");
    private static final List<String> NEXT_FIRST = List.of("first-6");
    private static final List<String> SEVENTH_FIRST = List.of("first-7");
    private static final List<String> NEWEST_FIRST = List.of("first-8");
    private static final List<String> LEFT_OUT = List.of("first-4-rest");
    private static final List<String> POSSIBLE = List.of("possible-1");
    private static final List<String> SERVICES =
            List.of("service-1", "service-2", "service-3", "service-4", "service-5", "service-6");
    private static final List<String> FIRST_SERVICES = SERVICES.subList(0, 3);
    private static final List<String> NEXT_SERVICES = SERVICES.subList(3, 4);
    private static final List<String> FIFTH_SERVICES = SERVICES.subList(4, 5);
    private static final List<String> NEWEST_SERVICES = SERVICES.subList(5, 6);

    /// The draws whose readers asked less than later ones did.
    private static final Set<String> LENIENT = Set.of("1", "2", "4", "5");

    /// @param met whether it was told as run by requests
    /// @param useful whether a reader said that it can hurt under load; asked of the newest draw only
    private record Judgement(String draw, String rule, boolean right, boolean met, boolean useful) {}

    private record Draw(String date, String classPaths) {}

    public static void main(String[] args) throws IOException {
        List<Judgement> judgements = rows(Path.of(args[0], "check-judged.csv")).stream()
                .map(row -> new Judgement(
                        row.get(0).substring(0, row.get(0).indexOf(':')),
                        row.get(2),
                        row.get(7).equals("right"),
                        row.size() > 9 && MET.contains(row.get(9)),
                        row.size() > 10 && row.get(10).equals("yes")))
                .toList();
        Map<String, Draw> draws = rows(Path.of(args[0], "check-draws.csv")).stream()
                .collect(Collectors.toMap(List::getFirst, row -> new Draw(row.get(1), row.get(7))));
        switch (args[1]) {
            case "shares" -> shares(judgements);
            case "draws" -> draws(judgements, draws);
            case "rules" -> rules(judgements);
            default -> throw new IllegalArgumentException("no such table: " + args[1]);
        }
    }

    private static void shares(List<Judgement> judgements) {
        System.out.println("| findings of | draws | right |");
        System.out.println("|---|---|---|");
        share(judgements, "the popular class paths", NEWEST_POPULAR);
        share(judgements, "class paths that nothing had been tuned to", NEWEST_UNTUNED);
        first(judgements, "the first five that a check of such a release shows", FIRST);
        first(judgements, "the first five, since what is less sure is left out", LATER_FIRST);
        share(judgements, "what is left out there as less sure", LEFT_OUT);
        first(judgements, "the first five, since the probability was fitted to services, too", NEXT_FIRST);
        first(judgements, "the first five, since it was fitted to what nobody had read before", SEVENTH_FIRST);
        first(judgements, "the first five, since threads and handed tasks are followed further", NEWEST_FIRST);
        share(judgements, "what is told as *possible* only", POSSIBLE);
        first(judgements, "the first five that a check of a whole service shows", FIRST_SERVICES);
        first(judgements, "the same, since the probability was fitted to services, too", NEXT_SERVICES);
        first(judgements, "the same, since it was fitted to what nobody had read before", FIFTH_SERVICES);
        first(judgements, "the same, since tasks are followed from who hands them in", NEWEST_SERVICES);
        System.out.printf("| all that was read | all | %s |%n", share(judgements));
    }

    private static void first(List<Judgement> judgements, String what, List<String> draws) {
        List<Judgement> met = judgements.stream().filter(Judgement::met).toList();
        share(judgements, what, draws);
        share(met, "those of them that are told as run by requests", draws);
        useful(met, draws);
    }

    private static void useful(List<Judgement> met, List<String> draws) {
        List<Judgement> drawn = met.stream()
                .filter(judgement -> draws.contains(judgement.draw()))
                .toList();
        System.out.printf(
                "| of the same, right and useful to a service under load | %s | %s |%n",
                String.join(", ", draws),
                new Share(
                        (int) drawn.stream()
                                .filter(judgement -> judgement.right() && judgement.useful())
                                .count(),
                        drawn.size()));
    }

    private static void share(List<Judgement> judgements, String what, List<String> draws) {
        System.out.printf(
                "| %s | %s | %s |%n",
                what,
                String.join(", ", draws),
                share(judgements.stream()
                        .filter(judgement -> draws.contains(judgement.draw()))
                        .toList()));
    }

    private static void draws(List<Judgement> judgements, Map<String, Draw> draws) {
        Map<String, List<Judgement>> byDraw = judgements.stream().collect(Collectors.groupingBy(Judgement::draw));
        System.out.println("| draw | date | class paths | right |");
        System.out.println("|---|---|---|---|");
        for (String name : Stream.of(POPULAR, UNTUNED, POSSIBLE, SERVICES)
                .flatMap(List::stream)
                .toList()) {
            Draw draw = draws.get(name);
            String what = draw.classPaths().equals("popular.txt")
                    ? "the 13 popular ones"
                    : draw.classPaths().split(" ").length + " others";
            System.out.printf("| %s | %s | %s | %s |%n", name, draw.date(), what, share(byDraw.get(name)));
        }
    }

    private static void rules(List<Judgement> judgements) {
        Map<String, List<Judgement>> byRule = judgements.stream()
                .filter(judgement -> !LENIENT.contains(judgement.draw()) && !POSSIBLE.contains(judgement.draw()))
                .collect(Collectors.groupingBy(Judgement::rule));
        Function<Map.Entry<String, List<Judgement>>, Integer> size =
                rule -> rule.getValue().size();
        System.out.println("| rule | right |");
        System.out.println("|---|---|");
        byRule.entrySet().stream()
                .sorted(Comparator.comparing(size).reversed())
                .forEach(rule -> System.out.printf("| `%s` | %s |%n", rule.getKey(), share(rule.getValue())));
    }

    private static Share share(List<Judgement> judgements) {
        return new Share((int) judgements.stream().filter(Judgement::right).count(), judgements.size());
    }

    /// The rows after the head of a file as RFC 4180 has it, without line breaks in fields.
    private static List<List<String>> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(Judged::fields).toList();
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(line.charAt(++i));
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
