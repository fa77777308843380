package io.heddle.check.read;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;

/// What a jar calls itself: Maven's own file in it, else the file's name.
final class ArtifactName {

    private static final int MOST = 1 << 20;

    private ArtifactName() {}

    /// @param file name to fall back on
    static String of(Zip zip, List<Zip.Entry> entries, String file) {
        List<Zip.Entry> poms = entries.stream()
                .filter(entry -> entry.name().startsWith("META-INF/maven/")
                        && entry.name().endsWith("/pom.properties"))
                .toList();
        // A shaded jar has several: the one whose artifact the file is named after is its own.
        for (Zip.Entry pom : poms) {
            try {
                Properties properties = new Properties();
                properties.load(new StringReader(ArchiveReader.text(zip.read(pom, MOST))));
                String artifact = properties.getProperty("artifactId", "");
                if (!artifact.isEmpty()
                        && (poms.size() == 1 || file.startsWith(artifact + "-") || file.equals(artifact + ".jar"))) {
                    return properties.getProperty("groupId", "") + ":" + artifact + ":"
                            + properties.getProperty("version", "");
                }
            } catch (IOException | IllegalArgumentException e) {
                // The name is a courtesy: a damaged one is none.
                continue;
            }
        }
        return file;
    }
}
