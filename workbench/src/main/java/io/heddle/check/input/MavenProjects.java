package io.heddle.check.input;

import io.heddle.model.Failure;
import io.heddle.model.FileBounds;
import io.heddle.model.IoReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/// The poms of a project: its own, those of its modules, those of its parents as far as they lie beside it. Maven's
/// resolver takes them for artifacts.
final class MavenProjects implements WorkspaceReader {

    private static final int DEEPEST = 10;
    /// Bytes of a pom.
    private static final long LARGEST = 8 << 20;
    /// Of XML: what reads an element's text calls itself for each element in it.
    private static final int DEEPEST_ELEMENT = 100;

    private final Map<String, Module> modules = new LinkedHashMap<>();
    private final Map<String, Module> parents = new LinkedHashMap<>();
    /// Poms may name each other in a circle, and each several times.
    private final Set<Path> seen = new HashSet<>();
    private final WorkspaceRepository repository = new WorkspaceRepository("heddle");

    private final Map<Path, Path> edited;

    private MavenProjects(Map<Path, Path> edited) {
        this.edited = Map.copyOf(edited);
    }

    /// A pom on disk.
    ///
    /// @param classes may not exist
    record Module(Coordinates coordinates, Path pom, Path classes) {}

    /// @throws Failure when the pom cannot be read
    static MavenProjects of(Path pom) {
        return of(pom, Map.of());
    }

    /// @param edited files that stand in for poms, by the pom
    static MavenProjects of(Path pom, Map<Path, Path> edited) {
        MavenProjects projects = new MavenProjects(edited);
        projects.add(pom, DEEPEST);
        projects.addParents(pom, DEEPEST);
        return projects;
    }

    /// The project's own, and those of its modules.
    List<Module> modules() {
        return List.copyOf(modules.values());
    }

    /// All poms on this disk: those of [#modules()], and of their parents.
    List<Path> poms() {
        return Stream.concat(modules.values().stream(), parents.values().stream())
                .map(Module::pom)
                .distinct()
                .toList();
    }

    private void add(Path pom, int deepest) {
        if (!seen.add(pom.toAbsolutePath().normalize())) {
            return;
        }
        Element project = read(pom);
        put(project, pom, modules);
        NodeList names = project.getElementsByTagName("module");
        for (int i = 0; i < names.getLength() && deepest > 0; i++) {
            Path named = beside(pom, names.item(i).getTextContent().strip());
            Path below = Files.isDirectory(named) ? named.resolve("pom.xml") : named;
            if (Files.exists(below) && !below.equals(pom) && FileBounds.permits(below)) {
                add(below, deepest - 1);
            }
        }
    }

    private void addParents(Path pom, int highest) {
        Element project = read(pom);
        Optional<Element> parent = child(project, "parent");
        if (parent.isEmpty() || highest == 0) {
            return;
        }
        String relative = child(parent.orElseThrow(), "relativePath")
                .map(element -> element.getTextContent().strip())
                .orElse("../pom.xml");
        Path named = beside(pom.toAbsolutePath(), relative).normalize();
        Path above = Files.isDirectory(named) ? named.resolve("pom.xml") : named;
        if (!relative.isEmpty() && Files.exists(above) && FileBounds.permits(above)) {
            put(read(above), above, parents);
            addParents(above, highest - 1);
        }
    }

    private static Path beside(Path pom, String name) {
        try {
            return pom.resolveSibling(name);
        } catch (InvalidPathException e) {
            throw new Failure(
                    pom + " names a file that cannot exist here: " + e.getReason(),
                    "fix it, or set a UTF-8 locale such as LC_ALL=C.UTF-8",
                    e);
        }
    }

    private static void put(Element project, Path pom, Map<String, Module> known) {
        Optional<Element> parent = child(project, "parent");
        String group = text(project, "groupId")
                .or(() -> parent.flatMap(element -> text(element, "groupId")))
                .orElse("");
        String version = text(project, "version")
                .or(() -> parent.flatMap(element -> text(element, "version")))
                .orElse("");
        Coordinates coordinates =
                new Coordinates(group, text(project, "artifactId").orElse(""), version);
        known.put(coordinates.toString(), new Module(coordinates, pom, pom.resolveSibling("target/classes")));
    }

    private static Element read(Path pom) {
        try {
            if (Files.size(pom) > LARGEST) {
                throw new IOException("it has more than " + (LARGEST >> 20) + " MiB");
            }
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // A pom is a stranger's file: it must not fetch others.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute("jdk.xml.maxElementDepth", String.valueOf(DEEPEST_ELEMENT));
            DocumentBuilder builder = factory.newDocumentBuilder();
            // The usual one prints to standard error what is thrown as well.
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(pom.toFile()).getDocumentElement();
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new Failure(
                    pom + " cannot be read: " + IoReason.of(e), "fix it, or name the jar that the project builds", e);
        }
    }

    private static Optional<String> text(Element element, String name) {
        return child(element, name).map(found -> found.getTextContent().strip());
    }

    private static Optional<Element> child(Element element, String name) {
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element found && found.getTagName().equals(name)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    @Override
    public WorkspaceRepository getRepository() {
        return repository;
    }

    /// The resolver asks: null means that another repository may have it.
    @Override
    public @Nullable File findArtifact(Artifact artifact) {
        String name = artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion();
        Module module = modules.containsKey(name) ? modules.get(name) : parents.get(name);
        if (module == null) {
            return null;
        }
        return switch (artifact.getExtension()) {
            case "pom" -> edited.getOrDefault(module.pom(), module.pom()).toFile();
            case "jar" -> Files.isDirectory(module.classes()) ? module.classes().toFile() : null;
            default -> null;
        };
    }

    @Override
    public List<String> findVersions(Artifact artifact) {
        return modules.values().stream()
                .map(Module::coordinates)
                .filter(known -> known.group().equals(artifact.getGroupId())
                        && known.artifact().equals(artifact.getArtifactId()))
                .map(Coordinates::version)
                .toList();
    }
}
