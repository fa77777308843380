package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The application that a check is asked about. It tells which of the archives that come with it are its own modules:
/// a build of several modules puts each into a jar of its own, among the libraries.
///
/// @param group of its Maven coordinates; empty where they are not known
/// @param version of it; empty where it is not known
/// @param others coordinates of what its archive was laid over, as `group:version`: a war that overlays another has the
///     poms of both
/// @param home the packages that are the application's for certain, with slashes, as `com/acme/shop/`; empty where
///     they are not known
/// @param described packages of what its descriptors name, its own and its libraries'
record Application(String group, String version, Set<String> others, String home, Set<String> described) {

    static final Application UNKNOWN = new Application("", "", Set.of(), "", Set.of());

    private static final Attributes.Name START_CLASS = new Attributes.Name("Start-Class");
    private static final Attributes.Name MAIN_VERTICLE = new Attributes.Name("Main-Verticle");
    /// A domain, who has it, and what it is called: two are shared by all that an organisation makes.
    private static final int SEGMENTS_OF_HOME = 3;

    /// @param archive of the application's own classes
    /// @param manifest its content; empty where there is none
    /// @param classes names of its own classes, with slashes
    /// @param named names of the classes that its descriptors name, with slashes
    /// @param poms coordinates of Maven's files in it that are not its own; none where libraries are merged into it
    static Application of(
            Artifact archive,
            byte[] manifest,
            Collection<String> classes,
            Collection<String> named,
            Collection<Artifact> poms) {
        Attributes attributes = Manifests.main(manifest);
        String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return new Application(
                archive.group(),
                // Builds write more than the version behind it.
                archive.group().isEmpty() && version != null
                        ? version.strip().replaceAll("\\s.*", "")
                        : archive.version(),
                poms.stream().map(Application::release).collect(Collectors.toUnmodifiableSet()),
                home(attributes, classes),
                named.stream()
                        .map(type -> MergedLibraries.head(type, SEGMENTS_OF_HOME))
                        .filter(Application::isNarrow)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static String release(Artifact archive) {
        return archive.group() + ":" + archive.version();
    }

    // The package of the class that starts it, without what only that module has.
    private static String home(Attributes attributes, Collection<String> classes) {
        for (String type : starters(attributes)) {
            if (classes.contains(type)) {
                String head = MergedLibraries.head(type, SEGMENTS_OF_HOME);
                return isNarrow(head) ? head : "";
            }
        }
        return "";
    }

    // What a launcher starts is named in an attribute of its own, such as `Start-Class` or `Main-Verticle`.
    private static List<String> starters(Attributes attributes) {
        return Stream.of(START_CLASS, Attributes.Name.MAIN_CLASS, MAIN_VERTICLE)
                .map(name -> type(attributes, name))
                .filter(type -> !type.isEmpty() && !Launchers.has(type))
                .toList();
    }

    // A package alone may be anybody's.
    private static boolean isNarrow(String head) {
        return head.indexOf('/') < head.length() - 1;
    }

    /// The class of the program that a manifest names, else the launcher, with slashes; empty where it names none.
    ///
    /// @param manifest its content; empty where there is none
    static String mainClass(byte[] manifest) {
        Attributes attributes = Manifests.main(manifest);
        List<String> starters = starters(attributes);
        return starters.isEmpty() ? type(attributes, Attributes.Name.MAIN_CLASS) : starters.getFirst();
    }

    /// What a build titles the archive with: by custom the name of its artifact. Empty where it does not.
    ///
    /// @param manifest its content; empty where there is none
    static String title(byte[] manifest) {
        String title = Manifests.main(manifest).getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        return title == null ? "" : title.strip();
    }

    /// The class whose `main` starts it, with slashes. Empty text where a container starts it, as most wars; nothing
    /// where any may.
    ///
    /// @param manifest its content; empty where there is none
    static Optional<String> starter(byte[] manifest, boolean war) {
        Attributes attributes = Manifests.main(manifest);
        String named = Stream.of(START_CLASS, Attributes.Name.MAIN_CLASS)
                .map(name -> type(attributes, name))
                .filter(type -> !type.isEmpty() && !type.startsWith(ArchiveClasses.LOADER))
                .findFirst()
                .orElse("");
        return named.isEmpty() && !war ? Optional.empty() : Optional.of(named);
    }

    private static String type(Attributes attributes, Attributes.Name name) {
        String type = attributes.getValue(name);
        return type == null ? "" : type.strip().replace('.', '/');
    }

    /// Whether an archive that comes with it is one of its modules: the build gave it the group and the version of the
    /// application. An archive may not tell its group, as Gradle's do not. Then all of its packages are the
    /// application's, and its version is none or the same. A war without a class of its own has no packages either,
    /// and names classes of its modules in its descriptors: modules are those archives that have its very version.
    ///
    /// @param names of its classes, with slashes
    boolean has(Artifact archive, Supplier<List<String>> names) {
        if (archive.role() != Role.BUNDLED) {
            return false;
        }
        if (!archive.group().isEmpty()) {
            return archive.group().equals(group) && archive.version().equals(version)
                    || others.contains(release(archive));
        }
        boolean same = archive.version().equals(version);
        Set<String> homes = !home.isEmpty() && (same || archive.version().isEmpty())
                ? Set.of(home)
                : home.isEmpty() && same && !version.isEmpty() ? described : Set.of();
        if (homes.isEmpty()) {
            return false;
        }
        List<String> classes = names.get();
        return !classes.isEmpty()
                && homes.stream().anyMatch(one -> classes.stream().allMatch(name -> name.startsWith(one)));
    }
}
