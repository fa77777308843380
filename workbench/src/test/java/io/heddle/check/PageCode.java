package io.heddle.check;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.heddle.check.rule.RulePage;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A block of a rule's page as a target: Java is compiled, properties and a namespace of Clojure are put beside
/// the classes.
///
/// A comment in the block says what else matters: `JDK 25.0.3` the update that is judged, `in group:artifact:version`
/// what the classes are called, `with group:artifact:version` a library that is on the class path, of which the rule
/// asks no more than its version, `set key=value` a setting of the target, `damage Name` a class whose file ends too
/// early.
///
/// @param marks lines of the block that a finding is expected at, counted from 1; in properties the line
///     above is marked
record PageCode(boolean java, String code, List<Integer> marks) {

    private static final Pattern WORD = Pattern.compile("(?m)^(?://|#) (JDK|in|with|set|damage) (\\S+)$");
    private static final Pattern MARK = Pattern.compile("(?://|#|;) finding$");

    static PageCode of(RulePage page, String heading) {
        String code = page.code(heading);
        List<Integer> marks = new ArrayList<>();
        List<String> lines = code.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (MARK.matcher(lines.get(i)).find()) {
                marks.add(i + 1);
            }
        }
        return new PageCode(page.section(heading).contains("```java"), code, List.copyOf(marks));
    }

    /// The line of a synchronized method is that of its first statement, and a native method has none.
    int markOf(Finding finding) {
        return marks.contains(finding.line())
                ? finding.line()
                : marks.stream()
                        .filter(mark -> finding.line() == 0 || finding.line() == mark + 1)
                        .findFirst()
                        .orElse(-finding.line());
    }

    CheckOptions options(Path folder, String rule) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        if (java) {
            Compiled.of(classes, code);
        } else if (code.startsWith("(ns ")) {
            Files.writeString(classes.resolve("main.clj"), code);
        } else {
            Files.writeString(classes.resolve("application.properties"), code);
        }
        Map<Path, String> names = new HashMap<>();
        List<Path> libraries = new ArrayList<>();
        Map<Integer, String> releases = new HashMap<>();
        Matcher word = WORD.matcher(code);
        while (word.find()) {
            switch (word.group(1)) {
                case "JDK" -> releases.put(Integer.parseInt(word.group(2).substring(0, 2)), word.group(2));
                case "set" ->
                    Files.writeString(classes.resolve("application.properties"), word.group(2) + "\n", CREATE, APPEND);
                case "in" -> names.put(classes, word.group(2));
                case "damage" -> {
                    Path file = classes.resolve(word.group(2) + ".class");
                    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) / 2));
                }
                default -> {
                    libraries.add(Files.createDirectory(folder.resolve("library" + libraries.size())));
                    names.put(libraries.getLast(), word.group(2));
                }
            }
        }
        return new CheckOptions(
                List.of(classes),
                libraries,
                names,
                List.of(21, 25),
                Map.of(),
                false,
                false,
                Confidence.LIKELY,
                Set.of(rule),
                releases);
    }
}
