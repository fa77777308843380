package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.check.input.MavenBuild;
import io.heddle.fix.build.Library;
import io.heddle.fix.build.PomVersions;
import io.heddle.fix.build.VersionEdit;
import io.heddle.fix.source.ScratchFolder;
import io.heddle.fix.source.SourceFile;
import io.heddle.maven.MavenJars;
import io.heddle.model.Failure;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A Maven project. Its poms are edited, and Maven's resolver says which libraries the edited ones bring.
final class MavenService implements Service {

    private final MavenBuild build;
    private final CheckOptions options;
    private final boolean offline;
    private final Consumer<String> say;
    private final PomVersions versions;
    private final MavenBuild.Libraries libraries;

    private MavenService(
            MavenBuild build, CheckOptions options, MavenJars maven, boolean offline, Consumer<String> say) {
        this.build = build;
        this.options = options;
        this.offline = offline;
        this.say = say;
        this.versions = new PomVersions(
                build.poms().stream()
                        .map(pom -> SourceFile.read(pom, SourceFile.name(pom)))
                        .toList(),
                library -> text(maven, library));
        this.libraries = build.libraries(Map.of(), offline, _ -> {});
    }

    /// A parent that cannot be had is none to look at.
    private static Optional<String> text(MavenJars maven, Library library) {
        try {
            return Optional.of(Files.readString(maven.pom(library.toString())));
        } catch (IOException | Failure absent) {
            return Optional.empty();
        }
    }

    @Override
    public CheckOptions options() {
        return options;
    }

    @Override
    public List<Library> bundles() {
        return versions.bundles();
    }

    @Override
    public Sought with(List<Change> changes) {
        List<VersionEdit> edits = new ArrayList<>();
        for (Change change : changes) {
            switch (versions.edit(change.library(), change.release())) {
                case PomVersions.Sought.Not not -> {
                    return Sought.not(not.refused());
                }
                case PomVersions.Sought.Edit edit -> edits.add(edit.edit());
            }
        }
        Map<SourceFile, String> texts;
        try {
            texts = VersionEdit.texts(edits);
        } catch (IllegalArgumentException overlap) {
            return Sought.not(new Refused(Refusal.VERSION_NOT_LITERAL, "two releases are wanted at one place"));
        }
        MavenBuild.Libraries others = resolved(texts);
        for (Change change : changes) {
            String wanted = change.library().at(change.release()).toString();
            boolean bundle =
                    !libraries.artifacts().containsValue(change.library().toString());
            boolean taken = bundle
                    ? !others.files().equals(libraries.files())
                    : others.artifacts().containsValue(wanted);
            if (!taken) {
                return Sought.not(new Refused(
                        Refusal.VERSION_NOT_LITERAL,
                        others.notes().stream().findFirst().orElse("with that edit Maven does not take " + wanted)));
            }
        }
        return Sought.of(options(others), edits);
    }

    private MavenBuild.Libraries resolved(Map<SourceFile, String> texts) {
        Map<Path, Path> edited = new LinkedHashMap<>();
        try (ScratchFolder scratch = ScratchFolder.make()) {
            for (Map.Entry<SourceFile, String> text : texts.entrySet()) {
                Path file = scratch.path().resolve(edited.size() + ".xml");
                edited.put(text.getKey().path(), file);
                Files.write(file, text.getValue().getBytes(text.getKey().charset()));
            }
            return build.libraries(edited, offline, say);
        } catch (IOException e) {
            throw ScratchFolder.failure("an edited pom cannot be written", e);
        }
    }

    /// Libraries that the user named besides stay as they are.
    private CheckOptions options(MavenBuild.Libraries others) {
        List<Path> files = new ArrayList<>(others.files());
        options.libraries().stream()
                .filter(file -> !libraries.files().contains(file))
                .forEach(files::add);
        Map<Path, String> artifacts = new HashMap<>(options.artifacts());
        artifacts.putAll(others.artifacts());
        return options.with(options.targets(), List.copyOf(files), artifacts);
    }

    /// The first of these folders that is a Maven project.
    static Optional<Service> in(
            List<Path> folders, CheckOptions options, MavenJars maven, boolean offline, Consumer<String> say) {
        return folders.stream()
                .flatMap(folder -> MavenBuild.in(folder).stream())
                .findFirst()
                .map(build -> new MavenService(build, options, maven, offline, say));
    }

    @Override
    public void close() {
        // Holds nothing open.
    }
}
