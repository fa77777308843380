package io.heddle.fix.setting;

import io.heddle.check.read.Setting;
import io.heddle.check.read.Settings;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The settings of a pool in one file, where there is no such pool with virtual threads. They go, and where Spring Boot
/// has a limit for what takes the pool's place, the pool's effective limit goes there.
///
/// @param prefix of the keys, such as `spring.task.execution.pool`
/// @param lines of the settings below it, in the order of the file
record DeadPool(SourceFile file, String prefix, List<Setting> lines) {

    private static final String POOL = ".pool";
    private static final String LIMIT = "simple.concurrency-limit";
    private static final String SEPARATOR = "---";
    /// Of `spring.task.execution.pool.core-size`, as Spring Boot's metadata says.
    private static final int DEFAULT_CORE = 8;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /// What becomes of the file.
    ///
    /// @param words what is done, for people
    record Edit(List<Splice> splices, String words) {}

    /// An edit, or why there is none.
    sealed interface Sought {

        record Found(Edit edit) implements Sought {}

        record Not(Refused refused) implements Sought {}
    }

    /// Reads the settings of a file as `check` does.
    static List<Setting> read(SourceFile file, Setting like) {
        return Settings.read(like.file(), file.text(), like.artifact());
    }

    static boolean hasSeveralDocuments(SourceFile file) {
        return file.text().lines().anyMatch(line -> line.startsWith(SEPARATOR) || line.startsWith("#" + SEPARATOR));
    }

    /// @param exists whether Spring Boot's metadata has a property
    Sought edit(Predicate<String> exists) {
        if (hasSeveralDocuments(file)) {
            return not(Refusal.SETTING_NOT_PLAIN, file.name() + " has several documents");
        }
        String replacement =
                prefix.endsWith(POOL) ? prefix.substring(0, prefix.length() - POOL.length() + 1) + LIMIT : "";
        Optional<Setting> bearer = replacement.isEmpty() ? Optional.empty() : bearer();
        if (bearer.isEmpty() || isSet(replacement)) {
            return new Sought.Found(new Edit(
                    removed(lines),
                    "the settings of " + prefix + " go, which limit nothing"
                            + (bearer.isEmpty() ? "" : "; " + replacement + " is set already")));
        }
        Setting limit = bearer.orElseThrow();
        if (!exists.test(replacement)) {
            return not(Refusal.SETTING_UNKNOWN, "no library on the class path describes " + replacement);
        }
        OptionalInt value = value(limit);
        if (value.isEmpty()) {
            return not(Refusal.SETTING_NOT_PLAIN, limit.key() + " is " + limit.value() + ", which is no plain number");
        }
        Optional<List<Splice>> renamed = renamed(limit, value.getAsInt());
        if (renamed.isEmpty()) {
            return not(
                    Refusal.SETTING_NOT_PLAIN,
                    "the lines of " + prefix + " in " + file.name() + " are written otherwise");
        }
        List<Splice> splices = new ArrayList<>(renamed.orElseThrow());
        splices.addAll(removed(lines.stream().filter(line -> line != limit).toList()));
        return new Sought.Found(new Edit(
                splices, "the limit of " + prefix + " is carried over: " + replacement + " is " + value.getAsInt()));
    }

    private static Sought not(Refusal refusal, String why) {
        return new Sought.Not(new Refused(refusal, why));
    }

    private boolean isSet(String key) {
        return lines.stream()
                .findFirst()
                .map(line -> read(file, line).stream().anyMatch(setting -> setting.is(key)))
                .orElse(false);
    }

    /// A pool grows beyond its core only when its queue is full, and the queue has no bound unless one is set.
    private Optional<Setting> bearer() {
        Optional<Setting> core = line("core-size").or(() -> line("size"));
        Optional<Setting> most = line("max-size");
        return line("queue-capacity").isPresent() ? most.or(() -> core) : core.or(() -> most);
    }

    private Optional<Setting> line(String name) {
        return lines.stream().filter(line -> line.is(prefix + "." + name)).findFirst();
    }

    private OptionalInt value(Setting limit) {
        if (!NUMBER.matcher(limit.value()).matches()) {
            return OptionalInt.empty();
        }
        int value = Integer.parseInt(limit.value());
        boolean unreached =
                limit.is(prefix + ".max-size") && line("queue-capacity").isEmpty();
        return OptionalInt.of(unreached ? Math.min(value, DEFAULT_CORE) : value);
    }

    /// Gives the line of the limit its new key: in one line, or in that of the level above it too.
    private Optional<List<Splice>> renamed(Setting limit, int value) {
        String last = limit.key().substring(limit.key().lastIndexOf('.') + 1);
        int start = start(limit.line());
        String line = text(limit.line());
        String dotted = "pool." + last;
        int at = line.indexOf(dotted);
        Optional<Splice> number = number(limit, value);
        if (number.isEmpty()) {
            return Optional.empty();
        }
        if (at >= 0) {
            return Optional.of(
                    List.of(new Splice(start + at, start + at + dotted.length(), LIMIT), number.orElseThrow()));
        }
        int key = line.indexOf(last);
        int above = above(limit.line());
        String level = above == 0 ? "" : text(above);
        int pool = level.stripTrailing().endsWith("pool:") ? level.lastIndexOf("pool:") : -1;
        boolean sibling = file.text().lines().anyMatch(each -> each.strip().equals("simple:"));
        if (key < 0 || pool < 0 || sibling) {
            return Optional.empty();
        }
        return Optional.of(List.of(
                new Splice(start(above) + pool, start(above) + pool + "pool".length(), "simple"),
                new Splice(start + key, start + key + last.length(), "concurrency-limit"),
                number.orElseThrow()));
    }

    private Optional<Splice> number(Setting limit, int value) {
        int start = start(limit.line());
        int at = text(limit.line())
                .indexOf(
                        limit.value(),
                        text(limit.line()).indexOf(last(limit)) + last(limit).length());
        return at < 0
                ? Optional.empty()
                : Optional.of(new Splice(start + at, start + at + limit.value().length(), String.valueOf(value)));
    }

    private static String last(Setting setting) {
        return setting.key().substring(setting.key().lastIndexOf('.') + 1);
    }

    /// Removes whole lines, and levels of YAML that nothing is left below of.
    private List<Splice> removed(List<Setting> gone) {
        List<Integer> numbers = new ArrayList<>(gone.stream().map(Setting::line).toList());
        if (!file.name().endsWith(".properties")) {
            for (Setting line : gone) {
                for (int at = above(line.line()); at > 0 && isEmpty(at, numbers); at = above(at)) {
                    if (!numbers.contains(at)) {
                        numbers.add(at);
                    }
                }
            }
        }
        return numbers.stream()
                .sorted(Comparator.naturalOrder())
                .map(line -> new Splice(start(line), start(line + 1), ""))
                .toList();
    }

    /// Whether all lines below a level go.
    private boolean isEmpty(int level, List<Integer> gone) {
        int indent = indent(level);
        for (int line = level + 1; line <= lineCount(); line++) {
            String text = text(line);
            boolean blank = text.isBlank() || text.strip().startsWith("#");
            if (!blank && indent(line) <= indent) {
                return true;
            }
            if (!blank && !gone.contains(line)) {
                return false;
            }
        }
        return true;
    }

    /// The line of the level above, 0 where there is none.
    private int above(int line) {
        for (int at = line - 1; at > 0; at--) {
            String text = text(at);
            if (!text.isBlank() && !text.strip().startsWith("#") && indent(at) < indent(line)) {
                return at;
            }
        }
        return 0;
    }

    private int indent(int line) {
        String text = text(line);
        return text.length() - text.stripLeading().length();
    }

    private int lineCount() {
        return (int) file.text().lines().count();
    }

    private String text(int line) {
        return file.text().substring(start(line), start(line + 1));
    }

    /// Offset of a line, the first of which is 1.
    private int start(int line) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            int end = file.text().indexOf('\n', at);
            if (end < 0) {
                return file.text().length();
            }
            at = end + 1;
        }
        return at;
    }
}
