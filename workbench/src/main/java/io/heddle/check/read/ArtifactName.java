package io.heddle.check.read;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
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
    /// @param manifest of the archive; empty where there is none
    static String of(Zip zip, List<Zip.Entry> entries, String file, byte[] manifest) {
        List<String> poms = new ArrayList<>();
        for (Zip.Entry pom : entries) {
            try {
                if (isPom(pom)) {
                    coordinates(ArchiveReader.text(zip.read(pom, Allowance.TEXT)))
                            .ifPresent(poms::add);
                }
            } catch (IOException e) {
                // The name is a courtesy: a damaged one is none.
                continue;
            }
        }
        return own(poms, file, manifest).orElse(file.length() > LONGEST ? file.substring(0, LONGEST) : file);
    }

    /// The coordinates that are an archive's or a folder's own, of all that Maven wrote into it: a shaded jar and a war
    /// that overlays another have several. Its own is the one that the file is named after, else the one that the
    /// manifest is titled with, else the only one whose group the main class is in.
    ///
    /// @param poms as `group:artifact:version`
    static Optional<String> own(List<String> poms, String file, byte[] manifest) {
        if (poms.size() < 2) {
            return poms.stream().findFirst();
        }
        String title = Application.title(manifest);
        String main = Application.mainClass(manifest);
        List<String> groups = poms.stream()
                .filter(pom ->
                        main.startsWith(pom.substring(0, pom.indexOf(':')).replace('.', '/') + "/"))
                .toList();
        return poms.stream()
                .filter(pom -> isNamedAfter(file, pom.split(":", -1)[1]))
                .findFirst()
                .or(() -> poms.stream()
                        .filter(pom -> pom.split(":", -1)[1].equals(title))
                        .findFirst())
                .or(() -> groups.stream().findFirst().filter(_ -> groups.size() == 1 && !Launchers.has(main)));
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
