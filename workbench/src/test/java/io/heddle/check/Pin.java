package io.heddle.check;

import io.heddle.model.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A row of `pins.csv`: a method of a real library of which its maintainers said that it pins, or that it does not.
///
/// @param coordinate `group:artifact`
/// @param after empty when no release mends it
/// @param method name and descriptor
/// @param expect what must be found: see [Expect]
/// @param jdks `21-23`, `21+`, or `none`
public record Pin(
        String coordinate,
        String before,
        Optional<String> after,
        String type,
        String method,
        Expect expect,
        String hazard,
        String jdks) {

    /// What is expected of a row.
    public enum Expect {
        /// found before, silent after
        FIX,
        /// found before, and no release mends it
        UNFIXED,
        /// silent before, found after
        REGRESSION,
        /// holds a monitor, and must never be found
        NEGATIVE,
        /// mended though nothing blocks: silent in both
        MEMORY_ONLY
    }

    public static List<Pin> all() {
        try (InputStream file = Objects.requireNonNull(Pin.class.getResourceAsStream("pins.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(Pin::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Pin parse(String line) {
        List<String> cells = Csv.fields(line);
        return new Pin(
                cells.get(0),
                cells.get(1),
                Optional.of(cells.get(2)).filter(after -> !after.equals("-")),
                cells.get(3),
                cells.get(4),
                Expect.valueOf(cells.get(5).toUpperCase(java.util.Locale.ROOT).replace('-', '_')),
                cells.get(6),
                cells.get(7));
    }

    /// How a release is checked: the first of its class path with the rest as libraries, whatever the confidence.
    public static CheckOptions options(List<Path> classPath, Path jdk21) {
        return new CheckOptions(
                classPath.subList(0, 1),
                classPath.subList(1, classPath.size()),
                Map.of(),
                List.of(21, 25),
                Map.of(21, jdk21),
                false,
                Finding.Confidence.POSSIBLE,
                Set.of());
    }

    /// The releases of the row and whether the method must be found there.
    public List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case(this, before, expect == Expect.FIX || expect == Expect.UNFIXED));
        after.ifPresent(version -> cases.add(new Case(this, version, expect == Expect.REGRESSION)));
        return cases;
    }

    /// One release of a row.
    public record Case(Pin pin, String version, boolean found) {

        public String artifact() {
            return pin.coordinate + ":" + version;
        }
    }
}
