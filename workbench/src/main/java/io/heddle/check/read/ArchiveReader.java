package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import io.heddle.model.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the class files of jars, fat jars, wars, ears and folders. Nothing is unpacked to disk; a class is inflated
/// when it is asked for.
public final class ArchiveReader {

    /// The descriptor that tells the modules of an ear.
    private static final String EAR = "META-INF/application.xml";

    private final int jdk;
    private final Map<Path, String> names;
    private final Unreadables unreadables;
    private final ClassPath classPath;
    private final Allowance allowance = new Allowance();
    private final Copies copies;
    private Application application = Application.UNKNOWN;

    /// @param jdk feature release that multi-release jars are read for
    /// @param names of files, where the caller knows them
    public ArchiveReader(int jdk, Map<Path, String> names, Unreadables unreadables) {
        this(jdk, names, unreadables, 0, Set.of());
    }

    /// @param copy which one is read where an archive has different entries of one name: 0 for that which a JVM takes
    /// @param ownPackages packages whose classes are the user's own, with dots; empty where that is to be found out
    public ArchiveReader(
            int jdk, Map<Path, String> names, Unreadables unreadables, int copy, Collection<String> ownPackages) {
        this.classPath = new ClassPath(ownPackages);
        this.copies = new Copies(copy, unreadables);
        this.jdk = jdk;
        this.names = names;
        this.unreadables = unreadables;
    }

    /// What was found so far.
    public ClassPath classPath() {
        return classPath;
    }

    /// How many times all must be read, until every different entry of one name was: once, where there are none.
    public int copies() {
        return copies.count();
    }

    /// Says which classes hide others of the same name, once all is added.
    public void tellHidden() {
        classPath.tellHidden(unreadables::add);
    }

    /// Adds a jar, war, ear or folder.
    ///
    /// @throws Failure when it does not exist; what is damaged is told of as unreadable
    public void add(Path file, Role role) {
        if (!Files.exists(file)) {
            throw new Failure("there is no file " + file, "name a jar, a war, a folder of classes or a class path");
        }
        Artifact artifact = new Artifact(
                names.getOrDefault(
                        file,
                        file.getFileName() == null
                                ? file.toString()
                                : file.getFileName().toString()),
                file,
                role);
        allowance.nextFile();
        try {
            if (Files.isDirectory(file)) {
                classPath.add(artifact);
                addFolder(artifact);
            } else if (file.toString().endsWith(ArchiveClasses.SUFFIX)) {
                classPath.add(artifact);
                String name = String.valueOf(file.getFileName());
                addFile(
                        artifact,
                        name.substring(0, name.length() - ArchiveClasses.SUFFIX.length()),
                        file,
                        Exports.NONE_DECLARED);
            } else {
                addArchive(new Zip(map(file)), artifact, file.toString(), names.containsKey(file), 0);
            }
        } catch (IOException e) {
            unreadables.addArchive(file.toString(), artifact, artifact.name(), Unreadables.reason(e));
        }
    }

    private static ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() > Allowance.FILE) {
                throw new IOException("it has more than 2 GiB");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    private void addFolder(Artifact artifact) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(artifact.file())) {
            files = walk.filter(Files::isRegularFile)
                    .limit(allowance.entriesLeft() + 1L)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (files.size() > allowance.entriesLeft()) {
            throw new IOException("it has more than " + allowance.entriesLeft() + " files");
        }
        allowance.tookEntries(files.size());
        List<String> names =
                files.stream().map(file -> name(artifact.file(), file)).toList();
        Exports.Content content = name -> Files.size(artifact.file().resolve(name)) > Allowance.TEXT
                ? new byte[0]
                : Files.readAllBytes(artifact.file().resolve(name));
        byte[] manifest = names.contains(ArchiveClasses.MANIFEST) ? content.read(ArchiveClasses.MANIFEST) : new byte[0];
        Exports exports = Exports.of(names, jdk, content);
        // Clojure's compiler writes the namespaces of libraries next to those that use them.
        Artifact ofClojure = ClojureNamespaces.hasOthersThanClojures(names)
                ? new Artifact(
                        "org.clojure", artifact.file(), artifact.role() == Role.TARGET ? Role.BUNDLED : artifact.role())
                : artifact;
        FolderClasses classes = FolderClasses.of(artifact.file(), names, manifest, jdk);
        List<Artifact> poms = poms(names, content, artifact.file());
        Artifact named = named(artifact, poms, manifest);
        // A folder that a compiler wrote to has nobody else's classes; one that an archive was unpacked to may.
        boolean unpacked = manifest.length > 0 || !poms.isEmpty();
        Map<String, Artifact> merged = unpacked && artifact.isOwn() && !ArchiveClasses.isFat(names)
                ? MergedLibraries.in(new MergedLibraries.Archive(
                        named,
                        classes.sources(),
                        Application.mainClass(manifest),
                        poms.stream()
                                .filter(pom -> !pom.name().equals(named.name()))
                                .toList()))
                : Map.of();
        new LinkedHashSet<>(merged.values()).forEach(classPath::add);
        classes.files()
                .forEach((bare, file) -> addFile(
                        merged.getOrDefault(
                                bare,
                                ClojureNamespaces.isOfClojure(name(artifact.file(), file)) ? ofClojure : artifact),
                        bare,
                        file,
                        exports));
        if (artifact.role() == Role.TARGET) {
            for (Path file : files) {
                if (!file.toString().endsWith(ArchiveClasses.SUFFIX)) {
                    addText(file, artifact);
                }
            }
            tellSources(artifact, names, "", List.of(), artifact.file().toString());
            learn(
                    named,
                    manifest,
                    ArchiveClasses.names(names.stream()),
                    names.stream(),
                    ArchiveClasses.isFat(names) ? poms : List.of());
        }
        for (Path file : files) {
            if (file.toString().endsWith(".jar")) {
                add(
                        file,
                        inside(artifact, artifact.file().equals(file.getParent()))
                                .role());
            }
        }
    }

    // What is a part of an artifact is what the artifact is. All else in a target are its libraries.
    private static Artifact inside(Artifact outer, boolean part) {
        return outer.role() == Role.TARGET && !part ? outer.as(Role.BUNDLED) : outer;
    }

    // The first target of which anything is known is the application.
    private void learn(
            Artifact target,
            byte[] manifest,
            Collection<String> classes,
            Stream<String> names,
            Collection<Artifact> poms) {
        if (target.role() == Role.TARGET && application.equals(Application.UNKNOWN)) {
            application = Application.of(target, manifest, classes, classPath.factories(), poms);
            classPath.startedBy(Application.starter(manifest, names.anyMatch(name -> name.startsWith("WEB-INF/"))));
        }
    }

    private void addText(Path file, Artifact folder) throws IOException {
        String name = name(folder.file(), file);
        boolean settings = Settings.isSettings(name);
        if ((settings || Factories.isDescriptor(name) || Factories.isFactories(name))
                && Files.size(file) <= allowance.textLeft()) {
            allowance.tookText((int) Files.size(file));
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (settings) {
                classPath.add(Settings.read(name, text, folder));
            } else {
                classPath.addFactories(Factories.read(name, text));
            }
        }
    }

    private static List<Artifact> poms(List<String> names, Exports.Content content, Path folder) throws IOException {
        List<Artifact> poms = new ArrayList<>();
        for (String name : names) {
            if (ArtifactName.isPom(name)) {
                ArtifactName.coordinates(text(ByteBuffer.wrap(content.read(name))))
                        .ifPresent(pom -> poms.add(new Artifact(pom, folder, Role.BUNDLED)));
            }
        }
        return poms;
    }

    // A folder that an archive was unpacked to has the archive's name.
    private static Artifact named(Artifact folder, List<Artifact> poms, byte[] manifest) {
        return ArtifactName.own(poms.stream().map(Artifact::name).toList(), folder.name(), manifest)
                .map(name -> new Artifact(name, folder.file(), folder.role()))
                .orElse(folder);
    }

    private static String name(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private void addFile(Artifact artifact, String bare, Path file, Exports exports) {
        add(bare, new ClassEntry(artifact, file.toString(), exports.of(bare), () -> {
            if (Files.size(file) > Allowance.CLASS) {
                throw new IOException("it is larger than a class file can be");
            }
            return allowance.tookClass(Files.readAllBytes(file));
        }));
    }

    private void add(String name, ClassEntry entry) {
        // A single class file, or one in an odd folder, may lie elsewhere than its name says: the reader of
        // the class notices.
        if (!name.endsWith("module-info") && !name.endsWith("package-info")) {
            classPath.add(name, entry);
        }
    }

    private void addArchive(Zip zip, Artifact outer, String place, boolean named, int depth) throws IOException {
        List<Zip.Entry> all = zip.entries(allowance.entriesLeft());
        allowance.tookEntries(all.size());
        List<Zip.Entry> entries = Copies.found(all);
        Artifact read = named
                ? outer
                : new Artifact(
                        ArtifactName.of(
                                zip,
                                entries,
                                outer.name(),
                                ArchiveClasses.readManifest(zip, entries).orElse(new byte[0])),
                        outer.file(),
                        outer.role());
        boolean module = application.has(
                read, () -> ArchiveClasses.names(entries.stream().map(Zip.Entry::name)));
        Artifact artifact = module ? read.as(Role.MODULE) : read;
        classPath.add(artifact);
        ArchiveClasses classes = new ArchiveClasses(zip, all, artifact, place, jdk, allowance, copies);
        boolean ear =
                entries.stream().anyMatch(entry -> isWar(entry) || entry.name().equals(EAR));
        entries.forEach(entry -> addText(zip, entry, artifact, place));
        if (artifact.role() == Role.TARGET) {
            tellSources(
                    artifact,
                    entries.stream().map(Zip.Entry::name).toList(),
                    Application.mainClass(classes.manifest()),
                    classes.otherPoms(),
                    place);
        }
        learn(
                artifact,
                classes.manifest(),
                classes.names(),
                entries.stream().map(Zip.Entry::name),
                ArchiveClasses.isFat(entries.stream().map(Zip.Entry::name).toList()) ? classes.otherPoms() : List.of());
        List<Zip.Entry> nested =
                entries.stream().filter(ArchiveReader::isArchive).toList();
        Map<String, List<Zip.Entry>> same =
                all.stream().filter(ArchiveReader::isArchive).collect(Collectors.groupingBy(Zip.Entry::name));
        int before = librariesBefore(entries);
        for (int i = 0; i <= nested.size(); i++) {
            if (i == before) {
                classes.merged().forEach(classPath::add);
                classes.entries().forEach(this::add);
            }
            if (i < nested.size()) {
                String name = nested.get(i).name();
                List<Zip.Entry> preferred = same.getOrDefault(name, List.of()).reversed();
                Zip.Entry entry = copies.choose(zip, preferred, artifact, place);
                // The war and the jars of an ear are the service, but for those in its folder of libraries.
                boolean part = isWar(entry) || ear && !name.contains("lib/");
                addNested(zip, entry, inside(artifact, part), place, depth);
            }
        }
    }

    // Boot's loader has the folder of classes and the libraries in the order of the archive; its build puts the folder
    // first.
    private static int librariesBefore(List<Zip.Entry> entries) {
        int libraries = 0;
        for (Zip.Entry entry : entries) {
            if (entry.name().startsWith(ArchiveClasses.BOOT_CLASSES)) {
                return libraries;
            }
            libraries += isArchive(entry) ? 1 : 0;
        }
        return 0;
    }

    private static boolean isArchive(Zip.Entry entry) {
        return isWar(entry) || entry.name().endsWith(".jar");
    }

    // Namespaces of the application's own that nobody compiled.
    private void tellSources(
            Artifact artifact, List<String> names, String mainClass, List<Artifact> poms, String place) {
        List<String> sources = ClojureNamespaces.sources(artifact, names, mainClass, poms);
        if (!sources.isEmpty()) {
            unreadables.addCode(
                    place,
                    new Unreadables.UnreadCode(
                            artifact,
                            sources.getFirst(),
                            "",
                            Unreadables.Extent.SOURCE,
                            "its own code is Clojure source (" + sources.size() + " files)"));
        }
    }

    private static boolean isWar(Zip.Entry entry) {
        return entry.name().endsWith(".war");
    }

    private void addText(Zip zip, Zip.Entry entry, Artifact artifact, String place) {
        try {
            if (artifact.isOwn() && Settings.isSettings(entry.name())) {
                classPath.add(Settings.read(entry.name(), counted(zip, entry), artifact));
            }
            if (artifact.role() != Role.LIBRARY && Factories.isFactories(entry.name())
                    || artifact.isOwn() && Factories.isDescriptor(entry.name())) {
                classPath.addFactories(Factories.read(entry.name(), counted(zip, entry)));
            }
        } catch (IOException e) {
            unreadables.add(place + "!/" + entry.name(), e);
        }
    }

    private String counted(Zip zip, Zip.Entry entry) throws IOException {
        ByteBuffer content = zip.read(entry, allowance.textLeft());
        allowance.tookText(content.remaining());
        return text(content);
    }

    private void addNested(Zip zip, Zip.Entry entry, Artifact outer, String place, int depth) {
        String inner = place + "!/" + entry.name();
        if (depth >= Allowance.DEEPEST) {
            unreadables.addArchive(
                    inner, outer, entry.name(), "archives are nested more than " + Allowance.DEEPEST + " deep");
            return;
        }
        try {
            ByteBuffer content = zip.read(entry, allowance.nestedLeft());
            allowance.tookNested(content.remaining(), Zip.isCopied(entry));
            String file = entry.name().substring(entry.name().lastIndexOf('/') + 1);
            addArchive(new Zip(content), new Artifact(file, outer.file(), outer.role()), inner, false, depth + 1);
        } catch (IOException e) {
            unreadables.addArchive(inner, outer, entry.name(), Unreadables.reason(e));
        }
    }

    static String text(ByteBuffer content) {
        return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
    }
}
