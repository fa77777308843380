package io.heddle.check.input;

import io.heddle.model.Failure;
import io.heddle.model.FileBounds;
import io.heddle.model.Finding;
import io.heddle.model.IoReason;
import io.heddle.model.Place;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a build tool resolved, so that Heddle need not: a text file of lines with tabs.
///
/// ```
/// project  FOLDER  PREFIX
/// own      PATH    ARTIFACT
/// library  PATH    ARTIFACT  [BUILD-FILE  LINE]
/// ```
///
/// `project` is the folder of the sources, and what goes before a source's name to make it relative to the repository.
/// The build file's line is the one that brings the library.
record ClassPathFile(
        BuildLines sources,
        String prefix,
        List<Path> own,
        List<Path> libraries,
        Map<Path, String> artifacts,
        Map<String, Place> lines) {

    static final String SUFFIX = ".heddle";

    /// @throws Failure when it cannot be read, or is not written as it must be
    static ClassPathFile read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new Failure(file + " is not UTF-8", "let the build write it again", e);
        } catch (IOException e) {
            throw new Failure("cannot read " + file + ": " + IoReason.of(e), "let the build write it again", e);
        }
        BuildLines sources = new BuildLines(Path.of(""));
        String prefix = "";
        List<Path> own = new ArrayList<>();
        List<Path> libraries = new ArrayList<>();
        Map<Path, String> artifacts = new HashMap<>();
        Map<String, Place> brought = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split("\t", -1);
            if (parts.length < 3 || !parts[0].matches("project|own|library")) {
                throw new Failure(
                        file + " has a line that is none of a class path: " + line,
                        "write project, own or library, a path and a name, with tabs between them");
            }
            Path path = Path.of(parts[1]);
            if (!FileBounds.permits(path)) {
                throw new Failure(
                        file + " names " + path + ", which is not in the folders that may be read",
                        "name the jars and folders themselves");
            }
            if (parts[0].equals("project")) {
                sources = new BuildLines(path);
                prefix = parts[2];
                continue;
            }
            (parts[0].equals("own") ? own : libraries).add(path);
            artifacts.put(path, parts[2]);
            if (parts.length > 4 && parts[4].matches("[1-9]\\d{0,8}")) {
                brought.put(parts[2], new Place(parts[3], Integer.parseInt(parts[4])));
            }
        }
        own.forEach(Preflight::check);
        return new ClassPathFile(sources, prefix, own, libraries, artifacts, brought);
    }

    Optional<Place> place(Finding finding) {
        return own.stream().anyMatch(path -> finding.artifact().equals(artifacts.get(path)))
                ? sources.source(finding).map(place -> new Place(prefix + place.file(), place.line()))
                : Optional.ofNullable(lines.get(finding.artifact()));
    }
}
