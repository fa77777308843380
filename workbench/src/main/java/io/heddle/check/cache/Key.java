package io.heddle.check.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Names an answer after all that it hangs on, by SHA-256: files by their content, and what is asked of them. Two
/// checks with one name have one answer.
public final class Key {

    private static final int BUFFER = 1 << 18;

    private final MessageDigest digest = sha256();

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Adds a word.
    public Key text(String text) {
        // With its length, so that two words are never another two.
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
        return this;
    }

    /// Adds files by name and content, and folders with all that is in them.
    ///
    /// @throws IOException when one cannot be read
    public Key files(List<Path> files) throws IOException {
        try {
            files.parallelStream().map(Key::content).toList().forEach(this::text);
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
        files.forEach(file -> text(file.toString()));
        return this;
    }

    /// Adds what a JDK says of itself and the size and time of its classes, which are too many to be read for a
    /// name.
    ///
    /// @throws IOException when it has none
    public Key jdk(Path home) throws IOException {
        Path modules = home.resolve("lib/modules");
        Path release = home.resolve("release");
        return text(home.toString())
                .text(Files.exists(release) ? Files.readString(release) : "")
                .text(Files.size(modules) + " " + Files.getLastModifiedTime(modules));
    }

    private static String content(Path file) {
        try {
            if (!Files.isDirectory(file)) {
                return hex(file);
            }
            Key folder = new Key();
            List<Path> inside;
            try (Stream<Path> walk = Files.walk(file)) {
                inside = walk.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path one : inside) {
                folder.text(file.relativize(one).toString()).text(hex(one));
            }
            return folder.hex();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String hex(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /// The name, in 64 hexadecimal digits. Nothing can be added after.
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
