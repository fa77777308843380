package io.heddle.fix.source;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The folders of source that the user named, or that a project has.
public final class SourceFolders {

    private static final String MAIN = "src/main/java";
    private static final int DEEPEST_MODULE = 4;

    private final List<Path> folders;
    private final Map<String, Optional<SourceFile>> files = new HashMap<>();

    private SourceFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /// @param named folders that the user named; where there is none, those of the targets that are projects
    /// @throws Failure when a folder does not exist
    public static SourceFolders of(List<Path> named, List<Path> targets) {
        for (Path folder : named) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(
                        "there is no folder " + folder,
                        "name the root of the packages, such as --sources src/main/java");
            }
        }
        List<Path> folders = new ArrayList<>(named);
        if (named.isEmpty()) {
            targets.stream().filter(Files::isDirectory).forEach(target -> folders.addAll(below(target)));
        }
        return new SourceFolders(folders);
    }

    private static List<Path> below(Path project) {
        try (Stream<Path> walk = Files.walk(project, DEEPEST_MODULE + 3)) {
            return walk.filter(Files::isDirectory)
                    .filter(folder -> folder.endsWith(MAIN))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    public boolean isEmpty() {
        return folders.isEmpty();
    }

    public List<Path> folders() {
        return folders;
    }

    /// The file of a class.
    ///
    /// @param packageName with slashes; empty for the unnamed one
    /// @param source name of the file, as the class file tells it
    public Optional<SourceFile> find(String packageName, String source) {
        String path = packageName.isEmpty() ? source : packageName + "/" + source;
        return files.computeIfAbsent(path, this::read);
    }

    private Optional<SourceFile> read(String path) {
        return folders.stream()
                .map(folder -> folder.resolve(path))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(file -> SourceFile.read(file, SourceFile.name(file)));
    }
}
