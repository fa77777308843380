package io.heddle.check.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the settings files of Spring and Quarkus line by line, because a finding points at a line. Of YAML it reads
/// what such files are made of: levels by indentation and plain values; lists, anchors and texts of several lines are
/// passed over.
public final class Settings {

    private static final Pattern FILE =
            Pattern.compile("(?:.*/)?(application|bootstrap)(?:-[\\w.-]+)?\\.(?:properties|yml|yaml)");
    // Nothing in them is tried twice: a line of a megabyte takes no longer than reading it.
    private static final Pattern PROPERTY =
            Pattern.compile("\\s*+([^#!=:\\s][^=:\\s]*+)\\s*+[=:]?+\\s*+(.*+)", Pattern.DOTALL);
    private static final Pattern YAML =
            Pattern.compile("( *+)([\\w.\\[\\]-]++|\"[^\"]++\"|'[^']++')\\s*+:(?:\\s++(.*+))?+", Pattern.DOTALL);

    private Settings() {}

    /// Whether a file of this name holds settings of a service.
    static boolean isSettings(String name) {
        return FILE.matcher(name).matches();
    }

    /// The settings of a file, in the order of its lines.
    ///
    /// @param name of the file, which tells its format
    public static List<Setting> read(String name, String text, Artifact artifact) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        List<String> lines = text.lines().toList();
        return file.endsWith(".properties") ? properties(file, lines, artifact) : yaml(file, lines, artifact);
    }

    private static List<Setting> properties(String file, List<String> lines, Artifact artifact) {
        List<Setting> settings = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = PROPERTY.matcher(lines.get(i));
            if (line.matches()) {
                settings.add(new Setting(line.group(1), line.group(2).stripTrailing(), file, i + 1, artifact));
            }
        }
        return settings;
    }

    private record Level(int indent, String key) {}

    private static List<Setting> yaml(String file, List<String> lines, Artifact artifact) {
        List<Setting> settings = new ArrayList<>();
        Deque<Level> levels = new ArrayDeque<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = YAML.matcher(lines.get(i).replaceFirst("(^|\\s)#.*", ""));
            if (lines.get(i).startsWith("---")) {
                levels.clear();
            } else if (line.matches()) {
                int indent = line.group(1).length();
                while (!levels.isEmpty() && levels.peekLast().indent() >= indent) {
                    levels.removeLast();
                }
                levels.addLast(new Level(indent, bare(line.group(2))));
                String value = line.group(3) == null ? "" : line.group(3).stripTrailing();
                if (!value.isEmpty()) {
                    settings.add(new Setting(
                            levels.stream().map(Level::key).collect(Collectors.joining(".")),
                            bare(value),
                            file,
                            i + 1,
                            artifact));
                }
            }
        }
        return settings;
    }

    private static String bare(String text) {
        return Stream.of("\"", "'")
                        .anyMatch(quote -> text.length() > 1 && text.startsWith(quote) && text.endsWith(quote))
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
