package io.heddle.fix.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Replaces files by others, all or none. The new texts are written next to the files first. A file that cannot be
/// replaced then has the others put back as they were.
public final class Replacement {

    private final Map<SourceFile, String> texts;
    private final Map<SourceFile, Path> written = new LinkedHashMap<>();
    private final List<SourceFile> replaced = new ArrayList<>();

    private Replacement(Map<SourceFile, String> texts) {
        this.texts = texts;
    }

    /// @throws Failure when a file changed since it was read, or cannot be written: then all are as they were
    public static void of(Map<SourceFile, String> texts) {
        new Replacement(texts).run();
    }

    private void run() {
        texts.keySet().forEach(SourceFile::requireUnchanged);
        texts.keySet().forEach(SourceFile::requireWritable);
        SourceFile at = null;
        try {
            for (Map.Entry<SourceFile, String> entry : texts.entrySet()) {
                at = entry.getKey();
                written.put(at, write(at, at.encoded(entry.getValue())));
            }
            texts.keySet().forEach(SourceFile::requireUnchanged);
            for (Map.Entry<SourceFile, Path> entry : written.entrySet()) {
                at = entry.getKey();
                move(entry.getValue(), at);
                replaced.add(at);
            }
        } catch (IOException e) {
            String name = at == null ? "" : at.name();
            throw new Failure(
                    "the source file " + name + " cannot be written: " + IoReason.of(e) + putBack(),
                    "make its folder writable, or take the changes as a patch: --patch FILE",
                    e);
        } finally {
            written.values().forEach(Replacement::delete);
        }
    }

    private static Path write(SourceFile file, byte[] bytes) throws IOException {
        Path real = file.path().toRealPath();
        Path folder = real.getParent();
        Path scratch = Files.createTempFile(folder == null ? Path.of("") : folder, ".heddle-", ".java");
        try {
            Files.write(scratch, bytes);
            if (Files.getFileStore(real).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(scratch, Files.getPosixFilePermissions(real));
            }
            return scratch;
        } catch (IOException e) {
            delete(scratch);
            throw e;
        }
    }

    /// A link stays a link: what it leads to is replaced.
    private static void move(Path scratch, SourceFile file) throws IOException {
        Files.move(
                scratch, file.path().toRealPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String putBack() {
        List<String> lost = new ArrayList<>();
        for (SourceFile file : replaced) {
            try {
                move(write(file, file.bytes()), file);
            } catch (IOException e) {
                lost.add(file.name());
            }
        }
        return lost.isEmpty()
                ? "; all files are as they were"
                : "; " + String.join(", ", lost) + " could not be put back";
    }

    private static void delete(Path scratch) {
        try {
            Files.deleteIfExists(scratch);
        } catch (IOException left) {
            // It is a hidden file next to the source, whose name says whose it is.
            return;
        }
    }
}
