package io.heddle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The limits that docs/security.md names are those of the code.
class SecurityPageTest {

    /// Input, what is bounded, the limit, and the constant that sets it.
    private static final Pattern ROW =
            Pattern.compile("\\| [^|]+ \\| [^|]+ \\| ([^|]+) \\| ([\\w.$]+)\\.([A-Z_]+) \\|");
    private static final Pattern LIMIT = Pattern.compile("(?:1 / )?([\\d,]+)(?: (bytes|KiB|MiB))?");
    private static final int ROWS = 20;

    @Test
    void eachLimitIsTheCodes() throws IOException, ReflectiveOperationException {
        List<Matcher> rows =
                Files.readAllLines(
                                Path.of(System.getProperty("heddle.root", "..")).resolve("docs/security.md"))
                        .stream()
                        .map(ROW::matcher)
                        .filter(Matcher::matches)
                        .toList();
        assertTrue(rows.size() >= ROWS, () -> rows.size() + " rows");
        for (Matcher row : rows) {
            String type = row.group(2).startsWith("com.") ? row.group(2) : "io.heddle." + row.group(2);
            Field field = Class.forName(type).getDeclaredField(row.group(3));
            field.setAccessible(true);
            assertEquals(((Number) field.get(null)).longValue(), bytes(row.group(1)), row::group);
        }
    }

    private static long bytes(String limit) {
        Matcher match = LIMIT.matcher(limit);
        assertTrue(match.matches(), limit);
        long number = Long.parseLong(match.group(1).replace(",", ""));
        return switch (String.valueOf(match.group(2))) {
            case "KiB" -> number << 10;
            case "MiB" -> number << 20;
            default -> number;
        };
    }
}
