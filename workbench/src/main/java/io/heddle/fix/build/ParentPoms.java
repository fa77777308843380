package io.heddle.fix.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Finds the property by which a parent in a repository manages the release of a library. Properties of a child
/// override
/// those of its parents; the properties of an imported pom are that pom's own.
final class ParentPoms {

    private ParentPoms() {}

    /// @param child whose properties override those of the parent
    /// @param texts of poms in repositories
    /// @param highest parents that are asked
    static Optional<String> property(
            Pom child, Library parent, Library library, Function<Library, Optional<String>> texts, int highest) {
        List<Pom> chain = chain(parent, texts, highest);
        Optional<String> own = chain.stream()
                .flatMap(pom -> pom.managed()
                        .filter(managed -> !Pom.isImport(managed))
                        .filter(managed ->
                                value(chain, pom, managed.text("groupId")).equals(library.group())
                                        && managed.text("artifactId").equals(library.artifact()))
                        .flatMap(managed -> Pom.property(managed.text("version")).stream()))
                .filter(name -> defined(child, chain, name)
                        .filter(library.version()::equals)
                        .isPresent())
                .findFirst();
        return own.or(() -> imported(child, chain, library, texts, highest));
    }

    /// The property by which a parent imports a pom that manages the library in the same release.
    private static Optional<String> imported(
            Pom child, List<Pom> chain, Library library, Function<Library, Optional<String>> texts, int highest) {
        return chain.stream()
                .flatMap(pom -> pom.managed()
                        .filter(Pom::isImport)
                        .filter(each -> Pom.property(each.text("version"))
                                .flatMap(name -> defined(child, chain, name))
                                .filter(library.version()::equals)
                                .isPresent())
                        .filter(each -> manages(
                                chain(
                                        new Library(
                                                value(chain, pom, each.text("groupId")),
                                                each.text("artifactId"),
                                                library.version()),
                                        texts,
                                        highest),
                                library))
                        .flatMap(each -> Pom.property(each.text("version")).stream()))
                .findFirst();
    }

    private static boolean manages(List<Pom> chain, Library library) {
        return chain.stream()
                .anyMatch(pom -> pom.managed()
                        .anyMatch(managed ->
                                value(chain, pom, managed.text("groupId")).equals(library.group())
                                        && managed.text("artifactId").equals(library.artifact())));
    }

    private static List<Pom> chain(Library parent, Function<Library, Optional<String>> texts, int highest) {
        List<Pom> chain = new ArrayList<>();
        Optional<Library> at = Optional.of(parent);
        while (at.isPresent() && chain.size() < highest) {
            Library named = at.orElseThrow();
            Optional<Pom> pom = texts.apply(named).flatMap(text -> Pom.of(named, text));
            pom.ifPresent(chain::add);
            at = pom.flatMap(Pom::parent)
                    .map(element ->
                            new Library(element.text("groupId"), element.text("artifactId"), element.text("version")));
        }
        return chain;
    }

    private static String value(List<Pom> chain, Pom pom, String text) {
        return pom.value(text, name -> defined(chain, name));
    }

    private static Optional<String> defined(Pom child, List<Pom> chain, String name) {
        return defined(List.of(child), name).or(() -> defined(chain, name));
    }

    private static Optional<String> defined(List<Pom> chain, String name) {
        return chain.stream()
                .flatMap(pom -> pom.properties(name))
                .map(XmlElement::text)
                .filter(text -> !text.isEmpty())
                .findFirst();
    }
}
