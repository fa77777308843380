package io.heddle.fix.rewrite;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// The methods of the JDK after which an object is as good as new, or that do not depend on what it did before.
///
/// @param resets as `java.lang.StringBuilder.setLength(0)`
/// @param wholes as `java.text.SimpleDateFormat.format`
record FreshStarts(Set<String> resets, Set<String> wholes) {

    private static final String FILE = "fresh-starts.txt";

    static FreshStarts read() {
        Set<String> resets = new HashSet<>();
        Set<String> wholes = new HashSet<>();
        try (InputStream in = FreshStarts.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw damaged("is missing");
            }
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] words = line.split(" ", 3);
                switch (words[0]) {
                    case "reset" -> resets.add(words[1]);
                    case "whole" -> wholes.add(words[1]);
                    default -> {}
                }
            });
        } catch (IOException e) {
            throw damaged("cannot be read: " + IoReason.of(e));
        }
        return new FreshStarts(Set.copyOf(resets), Set.copyOf(wholes));
    }

    private static Failure damaged(String how) {
        return new Failure(
                "the list of methods that start anew " + how, "this build of Heddle is damaged: build it again");
    }

    /// Whether a call makes an object as good as new.
    ///
    /// @param call name and arguments, as the source has them
    boolean isReset(String type, String call) {
        return resets.contains(type + "." + call);
    }

    /// Whether what a method does on an object does not depend on its earlier uses.
    boolean isWhole(String type, String method) {
        return wholes.contains(type + "." + method);
    }
}
