package io.heddle.report.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.fix.source.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a diff replaces makes the new text of the old one.
class DiffRowsTest {

    @Test
    void replacingMakesTheNewText() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            String before = text(random);
            String after = random.nextInt(4) == 0 ? text(random) : edited(before, random);
            if (!before.equals(after)) {
                assertEquals(after, replaced(before, UnifiedDiff.of("A.java", before, after)), "seed " + seed);
            }
        }
    }

    private static String text(Random random) {
        String text = IntStream.range(0, random.nextInt(30))
                .mapToObj(_ -> "line " + random.nextInt(6))
                .collect(Collectors.joining("\n"));
        return random.nextBoolean() ? text + "\n" : text;
    }

    private static String edited(String text, Random random) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        if (random.nextBoolean()) {
            lines.add(at, "new");
        } else {
            lines.remove(at);
        }
        return String.join("\n", lines);
    }

    private static String replaced(String before, String diff) {
        List<String> lines = new ArrayList<>();
        java.util.regex.Pattern.compile("[^\\n]*\\n|[^\\n]+")
                .matcher(before)
                .results()
                .forEach(line -> lines.add(line.group()));
        List<DiffRows.Replaced> all = DiffRows.of(diff).replaced();
        for (DiffRows.Replaced one : all.reversed()) {
            List<String> gone = lines.subList(one.line() - 1, one.line() - 1 + one.gone());
            gone.clear();
            gone.add(one.text());
        }
        return String.join("", lines);
    }
}
