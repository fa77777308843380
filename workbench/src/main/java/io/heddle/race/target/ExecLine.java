package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The command of `--exec`: quoted as in a shell, run without one.
public final class ExecLine {

    private static final String JAVA = "{java}";

    /// Characters that a shell takes as they are, wherever `{java}` stands.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._+-]+");

    private ExecLine() {}

    /// Splits at spaces. `'…'` keeps all, `"…"` keeps all but `\"` and `\\`, `\` keeps the next character. Nothing
    /// is expanded: no variables, no patterns.
    ///
    /// @throws Failure when a quote is left open or there is no word
    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean escapes = c == '\\'
                    && quote != '\''
                    && i + 1 < line.length()
                    && (quote == 0 || "\"\\".indexOf(line.charAt(i + 1)) >= 0);
            if (escapes) {
                word.append(line.charAt(++i));
                begun = true;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
                begun = true;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(c);
                begun = true;
            }
        }
        if (quote != 0) {
            throw new Failure(
                    "the --exec line leaves a " + quote + " open: " + Redaction.text(line),
                    "close the quote; --exec wants one argument for the whole line");
        }
        if (begun) {
            words.add(word.toString());
        }
        if (words.isEmpty()) {
            throw new Failure(
                    "the --exec line is empty",
                    "write a command with {java} in it, such as --exec '{java} -jar app.jar'");
        }
        return List.copyOf(words);
    }

    /// As [#split(String)], of a line that has `{java}`.
    ///
    /// @throws Failure when that is missing too
    public static List<String> splitWithJava(String line) {
        List<String> words = split(line);
        requireJava(words);
        return words;
    }

    private static void requireJava(List<String> words) {
        if (words.stream().noneMatch(word -> word.contains(JAVA))) {
            throw new Failure(
                    "the --exec line has no {java}: Heddle could not choose the JVM of each arm",
                    "write {java} where the command says java");
        }
    }

    /// Puts a program into the place of `{java}` that runs the arm's `java` with Heddle's options first.
    ///
    /// @param words as [#split(String)] gives them
    /// @param java the arm's `bin/java`
    /// @param options Heddle's JVM options for this arm
    /// @param workDirectory where the program is written, if a shell would take its path as one word; else in
    ///     a new temporary directory
    /// @throws Failure when `{java}` is missing
    public static List<String> withJava(List<String> words, Path java, List<String> options, Path workDirectory) {
        requireJava(words);
        String wrapper = wrapper(java, options, workDirectory).toString();
        return words.stream().map(word -> word.replace(JAVA, wrapper)).toList();
    }

    private static Path wrapper(Path java, List<String> options, Path workDirectory) {
        StringBuilder script = new StringBuilder("#!/bin/sh\nexec ")
                .append(quoted(java.toAbsolutePath().toString()));
        options.forEach(option -> script.append(' ').append(quoted(option)));
        script.append(" \"$@\"\n");
        try {
            Path directory = workDirectory.toAbsolutePath();
            if (PLAIN.matcher(directory.toString()).matches()) {
                Files.createDirectories(directory);
            } else {
                directory = Files.createTempDirectory("heddle-java");
                directory.toFile().deleteOnExit();
            }
            Path wrapper = Files.createTempFile(
                    directory,
                    "java-",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.writeString(wrapper, script);
            wrapper.toFile().deleteOnExit();
            return wrapper;
        } catch (IOException e) {
            throw new Failure(
                    "cannot write the program that stands for {java}: " + IoReason.of(e),
                    "is the disk full, or " + workDirectory + " not yours?",
                    e);
        }
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
