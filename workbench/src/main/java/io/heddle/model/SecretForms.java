package io.heddle.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The forms that secrets have, from `secrets.txt`, whose head says what its lines mean.
///
/// @param name finds a secret's name within a name
/// @param harmless names that are no secret's in spite of `name`
/// @param tokens what is a secret wherever it stands
/// @param forms what is one because of the text around it
record SecretForms(Pattern name, Set<String> harmless, List<Pattern> tokens, List<Pattern> forms) {

    static final SecretForms KNOWN = read();

    private static final String NAME = "${NAME}";

    private static SecretForms read() {
        List<String> lines = lines();
        String name = names(values(lines, "word"), values(lines, "short"));
        return new SecretForms(
                Pattern.compile(name),
                Set.copyOf(values(lines, "not")),
                patterns(lines, "token: ", name),
                patterns(lines, "form: ", name));
    }

    private static String names(List<String> anywhere, List<String> words) {
        String capitals = words.stream()
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining("|"));
        String small = String.join("|", words);
        return "(?i:" + String.join("|", anywhere) + ")|(?<![A-Za-z])(?:" + small + ")(?![a-z])|(?<![A-Za-z])(?:"
                + small.toUpperCase(Locale.ROOT) + ")(?![A-Za-z])|(?<![A-Z])(?:" + capitals + ")(?![a-z])";
    }

    private static List<String> values(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + ": "))
                .flatMap(line -> Stream.of(line.substring(key.length() + 2).split(" ")))
                .toList();
    }

    private static List<Pattern> patterns(List<String> lines, String key, String name) {
        List<Pattern> patterns = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(key)) {
                patterns.add(Pattern.compile(line.substring(key.length()).replace(NAME, name), Pattern.MULTILINE));
            }
        }
        return List.copyOf(patterns);
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(SecretForms.class.getResourceAsStream("secrets.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
