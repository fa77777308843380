package io.heddle.check.read;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/// What a jar calls itself: Maven's own file in it, else the file's name.
final class ArtifactName {

    /// What Maven takes for a group or an artifact; longer ones are nobody's.
    private static final Pattern ID = Pattern.compile("[\\w.-]{1,200}");
    private static final Pattern VERSION = Pattern.compile("[^\\s:\\p{C}]{0,200}");
    /// A file system's names are not longer.
    private static final int LONGEST = 255;

    private ArtifactName() {}

    /// @param file name to fall back on
    static String of(Zip zip, List<Zip.Entry> entries, String file) {
        List<Zip.Entry> poms = entries.stream().filter(ArtifactName::isPom).toList();
        // A shaded jar has several: the one whose artifact the file is named after is its own.
        for (Zip.Entry pom : poms) {
            try {
                Optional<String> name = coordinates(ArchiveReader.text(zip.read(pom, Allowance.TEXT)));
                String artifact = name.map(found -> found.split(":", -1)[1]).orElse("");
                if (name.isPresent() && (poms.size() == 1 || isNamedAfter(file, artifact))) {
                    return name.get();
                }
            } catch (IOException e) {
                // The name is a courtesy: a damaged one is none.
                continue;
            }
        }
        return file.length() > LONGEST ? file.substring(0, LONGEST) : file;
    }

    private static boolean isNamedAfter(String file, String artifact) {
        return file.startsWith(artifact + "-") || file.matches(Pattern.quote(artifact) + "\\.[jwe]ar");
    }

    static boolean isPom(Zip.Entry entry) {
        return isPom(entry.name());
    }

    /// @param name of an entry or a file, with slashes, from the root of the archive
    static boolean isPom(String name) {
        return name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties");
    }

    /// `group:artifact:version` as Maven wrote it into an archive; empty where the text is damaged.
    static Optional<String> coordinates(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
        String group = properties.getProperty("groupId", "");
        String artifact = properties.getProperty("artifactId", "");
        String version = properties.getProperty("version", "");
        return ID.matcher(group).matches()
                        && ID.matcher(artifact).matches()
                        && VERSION.matcher(version).matches()
                ? Optional.of(group + ":" + artifact + ":" + version)
                : Optional.empty();
    }
}
