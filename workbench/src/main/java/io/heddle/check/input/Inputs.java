package io.heddle.check.input;

import io.heddle.model.Failure;
import io.heddle.model.FileBounds;
import io.heddle.model.Finding;
import io.heddle.model.Place;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Files to read for what the user named.
///
/// @param targets what findings are told of
/// @param libraries what the targets call
/// @param service whether the libraries come with the targets, as those of a project or a class path do
/// @param artifacts names of files, as `group:artifact:version`, where they are known
/// @param notes what weakens the result, one sentence each
/// @param places the line that people edit for a finding, where a project is known
public record Inputs(
        List<Path> targets,
        List<Path> libraries,
        boolean service,
        Map<Path, String> artifacts,
        List<String> notes,
        Function<Finding, Optional<Place>> places) {

    /// Finds all files.
    ///
    /// @param words jars, folders, projects, class paths, coordinates; at least one
    /// @param with more libraries, in the same words
    /// @param offline whether the network is left alone
    /// @param say is told of what takes time
    /// @throws Failure when a word names nothing that can be read
    public static Inputs of(List<String> words, List<String> with, boolean offline, Consumer<String> say) {
        return of(words, with, offline, say, FileSystems.getDefault());
    }

    /// The same on another file system.
    static Inputs of(
            List<String> words, List<String> with, boolean offline, Consumer<String> say, FileSystem fileSystem) {
        Gathered gathered = new Gathered(offline, say, fileSystem);
        words.forEach(gathered::target);
        with.forEach(gathered::library);
        Stream.concat(gathered.targets.stream(), gathered.libraries.stream())
                .filter(Files::isDirectory)
                .forEach(FileBounds::requireNoLinkOut);
        return new Inputs(
                List.copyOf(gathered.targets),
                gathered.libraries.stream()
                        .distinct()
                        .filter(file -> !gathered.targets.contains(file))
                        .toList(),
                gathered.service,
                Map.copyOf(gathered.artifacts),
                List.copyOf(gathered.notes),
                gathered::place);
    }

    private static final class Gathered {

        private final boolean offline;
        private final Consumer<String> say;
        private final FileSystem fileSystem;
        /// Between the entries of a class path: Windows has the colon behind the letter of a drive.
        private final String separator;
        private final List<Path> targets = new ArrayList<>();
        private final List<Path> libraries = new ArrayList<>();
        private final Map<Path, String> artifacts = new LinkedHashMap<>();
        private final List<String> notes = new ArrayList<>();
        private final List<Function<Finding, Optional<Place>>> places = new ArrayList<>();
        private boolean service;

        Gathered(boolean offline, Consumer<String> say, FileSystem fileSystem) {
            this.offline = offline;
            this.say = say;
            this.fileSystem = fileSystem;
            this.separator = fileSystem.getSeparator().equals("\\") ? ";" : ":";
        }

        void target(String word) {
            Optional<Coordinates> coordinates = Coordinates.parse(word);
            if (word.endsWith(ClassPathFile.SUFFIX) && Files.isRegularFile(path(word))) {
                resolved(ClassPathFile.read(path(word)));
            } else if (exists(word)) {
                file(path(word));
            } else if (coordinates.isPresent()) {
                resolved(coordinates.orElseThrow(), targets);
            } else if (word.contains(separator) || word.endsWith("*")) {
                classPath(word);
            } else {
                throw missing(path(word));
            }
        }

        private void resolved(ClassPathFile classPath) {
            service = true;
            targets.addAll(classPath.own());
            libraries.addAll(classPath.libraries());
            artifacts.putAll(classPath.artifacts());
            places.add(classPath::place);
        }

        private void file(Path file) {
            Optional<Project> project = Files.isDirectory(file) ? Project.of(file, offline, say) : Optional.empty();
            Optional<QuarkusApp> quarkus = QuarkusApp.of(file);
            if (quarkus.isPresent()) {
                service = true;
                targets.addAll(quarkus.get().targets());
                libraries.addAll(quarkus.get().libraries());
            } else if (project.isPresent()) {
                Project found = project.orElseThrow();
                places.add(found::place);
                service = true;
                targets.addAll(found.targets());
                libraries.addAll(found.libraries());
                artifacts.putAll(found.artifacts());
                notes.addAll(found.notes());
            } else {
                archive(file);
            }
        }

        /// A jar that has no classes itself may name those of a service: then it is a class path in other words.
        private void archive(Path file) {
            ManifestClassPath named =
                    Files.isDirectory(file) ? new ManifestClassPath(List.of(), List.of()) : ManifestClassPath.of(file);
            service |= !named.there().isEmpty();
            named.note(file).ifPresent(notes::add);
            if (!named.there().isEmpty() && Preflight.isEmpty(file)) {
                own(named.there());
            } else {
                Preflight.check(file);
                targets.add(file);
                libraries.addAll(named.there());
            }
        }

        /// Folders are the application; without one the first entry is.
        private void classPath(String word) {
            List<Path> entries = Stream.of(word.split(separator, -1))
                    .filter(entry -> !entry.isBlank())
                    .flatMap(entry -> expanded(entry).stream())
                    .toList();
            List<Path> there = entries.stream().filter(Files::exists).toList();
            entries.stream()
                    .filter(entry -> !there.contains(entry))
                    .forEach(entry -> notes.add("The class path names " + entry + ", which does not exist."));
            if (there.isEmpty()) {
                throw new Failure(
                        "nothing on the class path " + word + " exists",
                        "name the jars and folders as java -cp takes them");
            }
            own(there);
            service = true;
        }

        private void own(List<Path> classPath) {
            List<Path> folders = classPath.stream().filter(Files::isDirectory).toList();
            List<Path> own = folders.isEmpty() ? List.of(classPath.getFirst()) : folders;
            own.forEach(Preflight::check);
            targets.addAll(own);
            classPath.stream().filter(entry -> !own.contains(entry)).forEach(libraries::add);
        }

        private List<Path> expanded(String entry) {
            if (!entry.endsWith("*")) {
                return List.of(path(entry));
            }
            Path folder = path(entry.substring(0, entry.length() - 1));
            return Preflight.list(folder).stream()
                    .filter(file -> file.toString().endsWith(".jar"))
                    .toList();
        }

        void library(String word) {
            Optional<Coordinates> coordinates = Coordinates.parse(word);
            if (exists(word)) {
                libraries.add(path(word));
            } else if (coordinates.isPresent()) {
                resolved(coordinates.orElseThrow(), libraries);
            } else if (word.contains(separator) || word.endsWith("*")) {
                Stream.of(word.split(separator, -1))
                        .filter(entry -> !entry.isBlank())
                        .flatMap(entry -> expanded(entry).stream())
                        .forEach(libraries::add);
            } else {
                throw missing(path(word));
            }
        }

        private void resolved(Coordinates coordinates, List<Path> own) {
            say.accept("resolving " + coordinates + " with its dependencies");
            MavenLibraries.Resolved resolved = MavenLibraries.resolve(coordinates, offline);
            own.add(resolved.file());
            resolved.files().forEach((file, name) -> {
                artifacts.put(file, name);
                if (!file.equals(resolved.file())) {
                    libraries.add(file);
                }
            });
            notes.addAll(resolved.notes());
        }

        /// Coordinates and class paths are no names of files on Windows.
        private boolean exists(String word) {
            try {
                return Files.exists(fileSystem.getPath(word));
            } catch (InvalidPathException e) {
                return false;
            }
        }

        private Path path(String word) {
            try {
                return fileSystem.getPath(word);
            } catch (InvalidPathException e) {
                throw new Failure(
                        "no file can be called " + word + " here: " + e.getReason(),
                        "set a UTF-8 locale such as LC_ALL=C.UTF-8 if the name has letters beyond ASCII",
                        e);
            }
        }

        private static Failure missing(Path file) {
            String next = String.valueOf(file.getFileName()).contains(":")
                    ? "coordinates are group:artifact:version, such as org.postgresql:postgresql:42.7.8"
                    : "name a jar, a war, a folder of classes, a class path, a Maven or Gradle project, or group:artifact:version";
            return new Failure("there is no file " + file, next);
        }

        Optional<Place> place(Finding finding) {
            return places.stream()
                    .map(place -> place.apply(finding))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }
}
