package io.heddle.fix.build;

import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds where Gradle's files write the release of a library as plain text: coordinates in build files, and version
/// catalogs. Code is not run, so a version that is computed is not found.
public final class GradleVersions {

    private static final int DEEPEST = 4;
    private static final Pattern FILE = Pattern.compile("build\\.gradle(?:\\.kts)?|[\\w.-]+\\.versions\\.toml");
    private static final String CATALOG = ".toml";

    private final List<SourceFile> files;

    private GradleVersions(List<SourceFile> files) {
        this.files = files;
    }

    /// @return without files where the folder cannot be read
    public static GradleVersions in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return new GradleVersions(List.of());
        }
        try (Stream<Path> found = Files.find(
                folder,
                DEEPEST,
                (file, kind) -> kind.isRegularFile()
                        && FILE.matcher(String.valueOf(file.getFileName())).matches())) {
            return new GradleVersions(found.sorted()
                    .map(file -> SourceFile.read(file, SourceFile.name(file)))
                    .toList());
        } catch (IOException | UncheckedIOException unreadable) {
            return new GradleVersions(List.of());
        }
    }

    /// @param library as it is now
    /// @return empty where no file writes that release of it
    public Optional<VersionEdit> edit(Library library, String release) {
        Map<SourceFile, List<Splice>> splices = new LinkedHashMap<>();
        for (SourceFile file : files) {
            List<Splice> found = splices(file, library, release);
            if (!found.isEmpty()) {
                splices.put(file, found);
            }
        }
        return splices.isEmpty()
                ? Optional.empty()
                : Optional.of(new VersionEdit(
                        splices,
                        "the version of " + library.id() + " in "
                                + String.join(
                                        ", ",
                                        splices.keySet().stream()
                                                .map(SourceFile::name)
                                                .toList())));
    }

    private static List<Splice> splices(SourceFile file, Library library, String release) {
        String group = Pattern.quote(library.group());
        String artifact = Pattern.quote(library.artifact());
        String version = "(?<version>" + Pattern.quote(library.version()) + ")";
        List<Splice> splices = new ArrayList<>();
        add(splices, file, "[\"']" + group + ":" + artifact + ":" + version + "(?=[\"':@])", release);
        String named = "group\\s*[:=]\\s*[\"']" + group + "[\"']\\s*,\\s*name\\s*[:=]\\s*[\"']" + artifact + "[\"']";
        String module = "module\\s*=\\s*[\"']" + group + ":" + artifact + "[\"']";
        String either = "(?:" + named + "|" + module + ")\\s*,\\s*version";
        add(splices, file, either + "\\s*[:=]\\s*[\"']" + version + "[\"']", release);
        if (file.name().endsWith(CATALOG)) {
            Matcher reference = Pattern.compile(either + "\\.ref\\s*=\\s*[\"'](?<name>[^\"']+)[\"']")
                    .matcher(file.text());
            if (reference.find()) {
                String name = Pattern.quote(reference.group("name"));
                long uses = Pattern.compile("\\.ref\\s*=\\s*[\"']" + name + "[\"']")
                        .matcher(file.text())
                        .results()
                        .count();
                // Another library would change with it, of which nothing is proven.
                if (uses == 1) {
                    add(splices, file, "(?m)^\\s*" + name + "\\s*=\\s*[\"']" + version + "[\"']", release);
                }
            }
        }
        return splices;
    }

    private static void add(List<Splice> splices, SourceFile file, String pattern, String release) {
        Matcher found = Pattern.compile(pattern).matcher(file.text());
        while (found.find()) {
            splices.add(new Splice(found.start("version"), found.end("version"), release));
        }
    }
}
