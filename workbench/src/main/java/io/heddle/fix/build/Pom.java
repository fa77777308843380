package io.heddle.fix.build;

import io.heddle.fix.source.SourceFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A pom.xml and the places in it that say something of versions.
///
/// @param project the root element
record Pom(SourceFile file, XmlElement project) {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");

    /// A pom of a repository.
    static Optional<Pom> of(Library library, String text) {
        return of(new SourceFile(
                Path.of(library.artifact() + ".pom"), library + ".pom", new byte[0], StandardCharsets.UTF_8, text));
    }

    /// @return empty where the file is no pom
    static Optional<Pom> of(SourceFile file) {
        return XmlElement.root(file.text())
                .filter(root -> root.name().equals("project"))
                .map(root -> new Pom(file, root));
    }

    /// The project itself and its profiles, whatever activates them.
    private Stream<XmlElement> parts() {
        return Stream.concat(
                Stream.of(project),
                project.child("profiles").stream().flatMap(profiles -> profiles.children("profile")));
    }

    /// What the project depends on; the dependencies of plugins are not among them.
    Stream<XmlElement> dependencies() {
        return parts().flatMap(part -> of(part.child("dependencies")));
    }

    /// What it manages, imported poms included.
    Stream<XmlElement> managed() {
        return parts().flatMap(part -> of(part.child("dependencyManagement", "dependencies")));
    }

    private static Stream<XmlElement> of(Optional<XmlElement> dependencies) {
        return dependencies.stream().flatMap(all -> all.children("dependency"));
    }

    /// Whether a managed dependency brings another pom's.
    static boolean isImport(XmlElement dependency) {
        return dependency.text("type").equals("pom") && dependency.text("scope").equals("import");
    }

    /// Definitions of a property.
    Stream<XmlElement> properties(String name) {
        return parts().flatMap(part -> part.child("properties").stream())
                .flatMap(properties -> properties.children(name));
    }

    Optional<XmlElement> parent() {
        return project.child("parent");
    }

    /// Name of the property where a text is nothing but a reference to it.
    static Optional<String> property(String text) {
        Matcher reference = REFERENCE.matcher(text);
        return reference.matches() ? Optional.of(reference.group(1)) : Optional.empty();
    }

    /// A text with its references resolved as far as they are known.
    String value(String text, Function<String, Optional<String>> known) {
        Map<String, String> own = Map.of(
                "project.groupId", own("groupId"), "project.version", own("version"), "pom.version", own("version"));
        return REFERENCE
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(Optional.ofNullable(own.get(match.group(1)))
                        .filter(value -> !value.isEmpty())
                        .or(() -> known.apply(match.group(1)))
                        .orElse(match.group())));
    }

    private String own(String name) {
        return Optional.of(project.text(name))
                .filter(text -> !text.isEmpty())
                .or(() -> parent().map(parent -> parent.text(name)))
                .orElse("");
    }

    /// Names of things that a file is made of, for messages.
    static String names(List<Pom> poms) {
        return String.join(", ", poms.stream().map(pom -> pom.file.name()).toList());
    }
}
