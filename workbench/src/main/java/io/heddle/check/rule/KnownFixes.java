package io.heddle.check.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// In which release of a library the maintainers say that they mended it: `known-fixes.txt`. Advice for what is found, never its ground.
final class KnownFixes {

    private static final Map<String, String[]> FIXES = read();

    private KnownFixes() {
    }

    private static Map<String, String[]> read() {
        try (InputStream file = Objects.requireNonNull(KnownFixes.class.getResourceAsStream("known-fixes.txt"))) {
            Map<String, String[]> fixes = new HashMap<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" ")).forEach(cells -> fixes.put(cells[0], cells));
            return fixes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What to do about findings of an artifact, in one sentence; empty when no release is known to mend it.
    ///
    /// @param artifact `group:artifact:version`, or a file's name, of which nothing is known
    static String advice(String artifact) {
        int colon = artifact.lastIndexOf(':');
        String[] fix = colon < 0 ? null : FIXES.get(artifact.substring(0, colon));
        if (fix == null || Versions.compare(artifact.substring(colon + 1), fix[1]) >= 0) {
            return "";
        }
        return "upgrade to " + fix[1] + " or later, where the maintainers mended such places: " + fix[2];
    }
}
