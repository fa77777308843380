package io.heddle.canary.source;

import io.heddle.canary.source.AccessLogLayout.Told;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lines of an access log as servers and balancers write them: the form of NCSA with the time that a request took
/// behind it, Envoy's default, AWS' load balancer, JSON of Traefik and Envoy, or a format that the user names.
final class AccessLogLines implements LineFormat {

    private static final int SAMPLE = 5_000;
    private static final int LONGEST_LINE = 65_536;

    private final AccessLogLayout layout;
    private final List<String> notes;

    private AccessLogLines(AccessLogLayout layout, List<String> notes) {
        this.layout = layout;
        this.notes = notes;
    }

    /// @param pattern as the server's settings have it; empty where Heddle finds it out from the first lines
    /// @throws Failure where the lines are laid out as none that is known, or do not tell which unit they have
    static LineFormat of(Path file, String pattern) {
        List<String> sample = sample(file);
        if (pattern.isEmpty() && sample.stream().anyMatch(line -> line.startsWith("{"))) {
            return JsonLines.ofAccessLog();
        }
        AccessLogLayout layout = pattern.isEmpty()
                ? sample.stream()
                        .map(AccessLogLayout::known)
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElseThrow(() -> new Failure(
                                file + " has no line that is laid out as an access log that Heddle knows",
                                "name its format as the server's settings have it: 'access-log:" + file
                                        + "#%h %l %u %t \"%r\" %s %b %D#'"))
                : AccessLogPattern.of(pattern);
        if (!Double.isNaN(layout.millis()) && (layout.tellsArm() || layout.begun())) {
            return new AccessLogLines(layout, List.of());
        }
        List<Told> told = new ArrayList<>();
        for (String line : sample) {
            try {
                told.add(layout.told(line));
            } catch (Unreadable e) {
                continue;
            }
        }
        return found(file, layout, told);
    }

    private static AccessLogLines found(Path file, AccessLogLayout layout, List<Told> told) {
        Optional<AccessLogUnit> unit = AccessLogUnit.of(told);
        if (!Double.isNaN(layout.millis())) {
            boolean begun = unit.map(AccessLogUnit::begun).orElse(layout.begun());
            return new AccessLogLines(layout.with(layout.millis(), begun), List.of());
        }
        AccessLogUnit known = unit.orElseThrow(() -> new Failure(
                "the " + told.size() + " lines of " + file
                        + " do not tell whether a request took milliseconds or microseconds",
                "name the format with the unit, %{ms}T or %{us}T in the place of %D: 'access-log:" + file
                        + "#%h %l %u %t \"%r\" %s %b %{us}T#'"));
        return new AccessLogLines(
                layout.with(known.millis(), known.begun()),
                List.of(file + ": what a request took is read as " + known.unit() + ": " + known.why()));
    }

    private static List<String> sample(Path file) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = reader.readLine();
                    line != null && lines.size() < SAMPLE && line.length() < LONGEST_LINE;
                    line = reader.readLine()) {
                if (!line.isBlank()) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            throw new Failure("cannot read " + file + ": " + IoReason.of(e), "check the path and who may read it", e);
        }
        return lines;
    }

    @Override
    public List<Request> attempts(String line) throws Unreadable {
        Told told = layout.told(line);
        return Attempts.of(told.arm(), told.seconds(), told.text(), layout.millis(), told.status(), layout.begun());
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
