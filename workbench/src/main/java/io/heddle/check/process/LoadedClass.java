package io.heddle.check.process;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A class that a JVM has loaded.
///
/// @param name binary name, with dots
/// @param location a URL, where its loader says that its code comes from; empty where it does not
record LoadedClass(String name, String location) {

    private static final Pattern SCHEMES = Pattern.compile("^(?:jar:|nested:|war:)*(?=file:|/)");
    private static final Pattern NESTED = Pattern.compile("(?:/?!|\\*).*");

    /// @param file as the agent wrote it
    static List<LoadedClass> read(Path file) throws IOException {
        List<LoadedClass> classes = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (in.readBoolean()) {
                classes.add(new LoadedClass(in.readUTF(), in.readUTF()));
            }
        }
        return classes;
    }

    /// With slashes.
    String internalName() {
        return name.replace('.', '/');
    }

    /// The archive or folder that it comes from; empty where there is none.
    Optional<Path> file() {
        String bare = NESTED.matcher(SCHEMES.matcher(location).replaceFirst("")).replaceFirst("");
        try {
            Path file = bare.startsWith("file:") ? Path.of(URI.create(bare)) : Path.of(bare);
            return file.isAbsolute() && Files.exists(file) ? Optional.of(file) : Optional.empty();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }
}
