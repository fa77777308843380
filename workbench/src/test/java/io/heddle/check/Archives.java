package io.heddle.check;

import io.heddle.check.input.Inputs;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Archives that tests make.
final class Archives {

    private Archives() {}

    /// An archive with one entry.
    static byte[] of(String name, byte[] content) throws IOException {
        return of(Map.of(name, content));
    }

    /// An archive with entries in their order.
    static byte[] of(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /// All files of a folder as entries.
    ///
    /// @param prefix before their names
    static Map<String, byte[]> entries(Path folder, String prefix) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.put(prefix + folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return entries;
    }

    /// All files of an archive as entries.
    static Map<String, byte[]> unpacked(Path archive) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    entries.put(entry.getName(), zip.readAllBytes());
                }
            }
        }
        return entries;
    }

    /// What a check of a target tells for JDK 21, as a user names it.
    static List<Finding> likely(String target) {
        return check(target).findings();
    }

    /// The same with its notes.
    static Check check(String target) {
        return check(target, false);
    }

    /// @param all whether all code of all libraries is asked about
    static Check check(String target, boolean all) {
        Inputs inputs = Inputs.of(List.of(target), List.of(), true, _ -> {});
        return Checker.run(new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                List.of(21),
                Map.of(),
                inputs.service(),
                all,
                Confidence.LIKELY,
                Set.of(),
                Map.of()));
    }
}
