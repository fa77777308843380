package io.heddle.analysis.knowledge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Lists of names, from data files by subject: `SUBJECT.txt` next to this class. A line `[LIST]` begins a
/// list, and each line of it is `NAME | SOURCE`. Text after `#` at the beginning of a line is a comment. Safe
/// for threads.
public final class Names {

    private static final Map<String, Map<String, Set<String>>> SUBJECTS = new ConcurrentHashMap<>();

    private Names() {}

    /// The names of one list, in the order of the file.
    ///
    /// @throws IllegalArgumentException when there is no such list, or a line has no source or stands there
    ///     twice
    public static Set<String> of(String subject, String list) {
        Set<String> names = subject(subject).get(list);
        if (names == null) {
            throw new IllegalArgumentException("there is no list " + list + " in " + subject + ".txt");
        }
        return names;
    }

    /// A list whose names are pairs, with a blank between: the second, which may have more blanks, by the
    /// first.
    ///
    /// @throws IllegalArgumentException when there is no such list
    public static Map<String, String> pairs(String subject, String list) {
        return of(subject, list).stream()
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words[1]));
    }

    /// All lists of a subject.
    static Map<String, Set<String>> subject(String subject) {
        return SUBJECTS.computeIfAbsent(subject, Names::read);
    }

    private static Map<String, Set<String>> read(String subject) {
        Map<String, Set<String>> lists = new LinkedHashMap<>();
        Set<String> list = new LinkedHashSet<>();
        for (String line : text(subject + ".txt").lines().toList()) {
            if (line.startsWith("[") && line.endsWith("]")) {
                list = new LinkedHashSet<>();
                lists.put(line.substring(1, line.length() - 1), Collections.unmodifiableSet(list));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int bar = line.indexOf(" | ");
                if (bar < 0
                        || line.substring(bar + 3).isBlank()
                        || !list.add(line.substring(0, bar).strip())) {
                    throw new IllegalArgumentException(subject + ".txt: no source, or twice: " + line);
                }
            }
        }
        return Collections.unmodifiableMap(lists);
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Names.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
