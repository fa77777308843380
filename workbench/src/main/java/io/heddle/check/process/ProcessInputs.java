package io.heddle.check.process;

import io.heddle.attach.TargetJvm;
import io.heddle.check.input.Inputs;
import io.heddle.check.process.RootValue.Root;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassEntry;
import io.heddle.check.read.ClassPath;
import io.heddle.check.read.Unreadables;
import io.heddle.model.ClojureNames;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// What a running process would have a check read.
public final class ProcessInputs {

    private static final String ROOTS = "META-INF/heddle/clojure-roots";
    private static final String AGENT = "io.heddle.agent.";
    /// In bytes, of all classes that no file has.
    private static final long MOST = 1L << 30;

    private final TargetJvm jvm;
    private final Path scratch;
    private final Consumer<String> say;
    private final List<String> notes = new ArrayList<>();

    private ProcessInputs(TargetJvm jvm, Path scratch, Consumer<String> say) {
        this.jvm = jvm;
        this.scratch = scratch;
        this.say = say;
    }

    /// @param agent loaded into the process to read its classes; empty to leave the process alone, and read files
    /// @param scratch a folder that stays until the check has ended
    /// @param say is told of what takes time
    /// @throws Failure when the process cannot be attached to, or nothing of it can be read
    public static Inputs of(long pid, Optional<Path> agent, Path scratch, Consumer<String> say) {
        TargetJvm jvm = TargetJvm.of(pid);
        try {
            return new ProcessInputs(jvm, scratch, say).inputs(agent);
        } catch (IOException e) {
            throw new Failure(
                    "cannot read the classes of process " + pid + ": " + IoReason.of(e),
                    "check its files instead: heddle check CLASS_PATH",
                    e);
        }
    }

    private Inputs inputs(Optional<Path> agent) throws IOException {
        Properties properties = jvm.properties();
        List<Path> classPath = classPath(properties);
        if (agent.isEmpty()) {
            notes.add("Classes that the process compiled or generated itself were not read.");
            return files(classPath, List.of());
        }
        List<LoadedClass> loaded = list(agent.get());
        Set<Path> all = new LinkedHashSet<>(classPath);
        loaded.stream()
                .filter(type -> !type.name().startsWith(AGENT))
                .flatMap(type -> type.file().stream())
                .forEach(all::add);
        List<Path> others = all.stream().skip(classPath.size()).sorted().toList();
        Inputs files = files(classPath, others);
        return with(agent.get(), files, loaded, List.copyOf(all));
    }

    private List<Path> classPath(Properties properties) {
        Path folder = Path.of(properties.getProperty("user.dir", "/"));
        Set<Path> entries = new LinkedHashSet<>();
        for (String key : List.of("jdk.module.path", "java.class.path")) {
            for (String entry : properties.getProperty(key, "").split(File.pathSeparator, -1)) {
                Path file = folder.resolve(entry).normalize();
                if (!entry.isBlank() && Files.exists(file)) {
                    entries.add(file);
                } else if (!entry.isBlank()) {
                    notes.add("The class path of the process names " + entry + ", which does not exist here.");
                }
            }
        }
        if (entries.isEmpty()) {
            throw new Failure(
                    "nothing on the class path of process " + jvm.pid() + " exists here",
                    "in a container run heddle inside it");
        }
        return List.copyOf(entries);
    }

    // A jar that was started alone may name its libraries; of a class path the folders are the application, as is the
    // first entry where there are none.
    private Inputs files(List<Path> classPath, List<Path> others) {
        if (classPath.size() == 1 && !Files.isDirectory(classPath.getFirst()) && hasClasses(classPath.getFirst())) {
            Inputs named = Inputs.of(List.of(classPath.getFirst().toString()), List.of(), true, say);
            return inputs(named.targets(), concat(named.libraries(), others), named.artifacts());
        }
        List<Path> all = concat(classPath, others);
        List<Path> folders = all.stream()
                .filter(Files::isDirectory)
                .filter(ProcessInputs::hasCode)
                .toList();
        List<Path> own = folders.isEmpty() ? List.of(classPath.getFirst()) : folders;
        return inputs(
                own, all.stream().filter(entry -> !Files.isDirectory(entry)).toList(), Map.of());
    }

    private Inputs inputs(List<Path> targets, List<Path> libraries, Map<Path, String> artifacts) {
        return new Inputs(
                targets,
                libraries.stream()
                        .distinct()
                        .filter(file -> !targets.contains(file))
                        .toList(),
                true,
                artifacts,
                List.copyOf(notes),
                _ -> Optional.empty());
    }

    private static List<Path> concat(List<Path> one, List<Path> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
    }

    private static boolean hasClasses(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> entry.getName().endsWith(".class"));
        } catch (IOException damaged) {
            return true;
        }
    }

    private static boolean hasCode(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .anyMatch(name -> name.endsWith(".class") || name.endsWith(".clj") || name.endsWith(".cljc"));
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private List<LoadedClass> list(Path agent) throws IOException {
        say.accept("reading the classes of process " + jvm.pid());
        Path list = scratch.resolve("classes.list");
        load(agent, "list," + list);
        return LoadedClass.read(there(list));
    }

    private void load(Path agent, String arguments) {
        jvm.load(
                agent,
                arguments,
                "the agent that reads its classes",
                "check without it: --no-agent-classes; or start the process with -XX:+EnableDynamicAgentLoading");
    }

    private Path there(Path file) {
        if (!Files.exists(file)) {
            throw new Failure(
                    "process " + jvm.pid() + " has another file system: what it wrote to " + file + " is not here",
                    "in a container run heddle inside it");
        }
        return file;
    }

    private Inputs with(Path agent, Inputs files, List<LoadedClass> loaded, List<Path> classPath) throws IOException {
        ClassPath known = known(files);
        ClassHomes homes = new ClassHomes(classPath);
        Set<String> wanted = new HashSet<>();
        loaded.stream()
                .filter(type -> known.find(type.internalName()) == null && !homes.hasFile(type.internalName()))
                .filter(type -> !type.name().startsWith(AGENT))
                .forEach(type -> wanted.add(type.name()));
        if (wanted.isEmpty()) {
            return files;
        }
        say.accept("reading " + wanted.size() + " classes that no file has from process " + jvm.pid());
        Path names = scratch.resolve("names.list");
        write(names, wanted);
        Path read = scratch.resolve("classes.zip");
        load(agent, "read," + names + "," + read);
        Map<String, byte[]> classes = new TreeMap<>();
        List<Root> roots = unpack(there(read), classes);
        notes.add(classes.size() + " classes that the process runs have no file: they were read from it.");
        int unread = 0;
        for (String name : wanted) {
            // An empty class file is one that cannot be read, and is told as such.
            unread += classes.putIfAbsent(name.replace('.', '/'), new byte[0]) == null ? 1 : 0;
        }
        if (unread > 0) {
            notes.add(unread + " classes have no file, and the process did not give them either.");
        }
        NamespaceLoaders loaders = new NamespaceLoaders(name -> bytes(name, classes, known));
        classes.putAll(
                loaders.of(roots.stream().collect(Collectors.groupingBy(root -> bindingNamespace(root, known)))));
        return ComposedFiles.of(scratch, files, classes, homes, notes);
    }

    // Where a file has the class that loads a namespace, what that does not bind was put there by another namespace:
    // that of the function.
    private static String bindingNamespace(Root root, ClassPath known) {
        if (known.find(ClojureNames.loader(root.namespace())) == null) {
            return root.namespace();
        }
        String type = root.value().type();
        String namespace = ClojureNames.demunged(type.substring(0, Math.max(0, type.indexOf('$'))));
        return known.find(ClojureNames.loader(namespace)) == null ? namespace : "";
    }

    // Of the process, else of a file; nothing where there is neither.
    private static byte[] bytes(String name, Map<String, byte[]> classes, ClassPath files) {
        byte[] running = classes.get(name);
        ClassEntry entry = files.find(name);
        try {
            return running != null
                    ? running
                    : entry == null ? new byte[0] : entry.source().read();
        } catch (IOException damaged) {
            return new byte[0];
        }
    }

    private static ClassPath known(Inputs files) {
        ArchiveReader reader = new ArchiveReader(Runtime.version().feature(), Map.of(), new Unreadables());
        files.targets().forEach(file -> reader.add(file, Role.TARGET));
        files.libraries().forEach(file -> reader.add(file, Role.BUNDLED));
        return reader.classPath();
    }

    private static void write(Path file, Collection<String> names) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (String name : names) {
                out.writeBoolean(true);
                out.writeUTF(name);
            }
            out.writeBoolean(false);
        }
    }

    private static List<Root> unpack(Path file, Map<String, byte[]> classes) throws IOException {
        List<Root> roots = new ArrayList<>();
        long left = MOST;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    if (entry.getName().equals(ROOTS)) {
                        roots.addAll(RootValue.read(new DataInputStream(in)));
                    } else {
                        byte[] bytes = in.readNBytes((int) Math.min(left, Integer.MAX_VALUE - 8));
                        left -= bytes.length;
                        classes.put(entry.getName().substring(0, entry.getName().length() - ".class".length()), bytes);
                    }
                }
            }
        }
        return roots;
    }
}
