package io.heddle.fix.setting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// What the libraries say of the properties that they read, in the files that Spring Boot's own build writes.
record Metadata(List<String> texts) {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";
    private static final int MOST = 16 << 20;

    static Metadata of(List<Path> libraries) {
        List<String> texts = new ArrayList<>();
        for (Path library : libraries) {
            if (!Files.isRegularFile(library)) {
                continue;
            }
            try (ZipFile zip = new ZipFile(library.toFile())) {
                ZipEntry entry = zip.getEntry(FILE);
                if (entry != null) {
                    texts.add(new String(zip.getInputStream(entry).readNBytes(MOST), StandardCharsets.UTF_8));
                }
            } catch (IOException damaged) {
                // It describes nothing then, and what it would prove is refused.
                continue;
            }
        }
        return new Metadata(List.copyOf(texts));
    }

    /// Whether a library has a property of this name.
    boolean has(String property) {
        Pattern named = Pattern.compile("\"name\"\\s*:\\s*\"" + Pattern.quote(property) + "\"");
        return texts.stream().anyMatch(text -> named.matcher(text).find());
    }
}
