package io.heddle.fix.build;

import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// Finds where the poms of a project say which release of a library it takes. Whether an edit there has the effect is
/// for the resolver to say.
public final class PomVersions {

    private static final int HIGHEST = 10;

    private final Function<Library, Optional<String>> others;
    private final List<Pom> poms;

    /// @param files the poms of the project, its modules, and its parents beside it
    /// @param others texts of poms that are in repositories
    public PomVersions(List<SourceFile> files, Function<Library, Optional<String>> others) {
        this.others = others;
        this.poms = files.stream().flatMap(file -> Pom.of(file).stream()).toList();
    }

    /// Parents in repositories and imported poms, which manage the releases of many libraries.
    public List<Library> bundles() {
        return poms.stream()
                .flatMap(pom -> Stream.concat(
                        pom.parent().stream().map(PomVersions::library).filter(parent -> !isOwn(parent)),
                        pom.managed()
                                .filter(Pom::isImport)
                                .map(each -> new Library(
                                        value(pom, each.text("groupId")),
                                        each.text("artifactId"),
                                        value(pom, each.text("version"))))))
                .filter(bundle ->
                        !bundle.version().isEmpty() && !bundle.version().contains("$"))
                .distinct()
                .toList();
    }

    private static Library library(XmlElement parent) {
        return new Library(parent.text("groupId"), parent.text("artifactId"), parent.text("version"));
    }

    /// An edit, or why there is none.
    public sealed interface Sought {

        record Edit(VersionEdit edit) implements Sought {}

        record Not(Refused refused) implements Sought {}
    }

    /// Looks at dependencies and managed dependencies with a version of their own, and at the properties that they
    /// name. Where there is none, a parent's property is overridden, or a managed version is added.
    ///
    /// @param library as it is now
    public Sought edit(Library library, String release) {
        Map<SourceFile, List<Splice>> splices = new LinkedHashMap<>();
        Set<String> places = new LinkedHashSet<>();
        for (Pom pom : poms) {
            if (pom.parent().map(PomVersions::library).filter(library::equals).isPresent()) {
                put(pom, pom.parent().flatMap(parent -> parent.child("version")).orElseThrow(), release, splices);
                places.add("the parent of " + pom.file().name());
            }
            for (XmlElement dependency : Stream.concat(pom.dependencies(), pom.managed())
                    .filter(dependency -> is(pom, dependency, library))
                    .toList()) {
                Optional<XmlElement> version = dependency.child("version");
                if (version.isEmpty()) {
                    continue;
                }
                Optional<Refused> no = replace(pom, version.orElseThrow(), library, release, splices, places);
                if (no.isPresent()) {
                    return new Sought.Not(no.orElseThrow());
                }
            }
        }
        return splices.isEmpty()
                ? inserted(library, release)
                : new Sought.Edit(new VersionEdit(splices, String.join(", ", places)));
    }

    /// In the poms whose parent is not among the project's own.
    private Sought inserted(Library library, String release) {
        Map<SourceFile, List<Splice>> splices = new LinkedHashMap<>();
        Set<String> places = new LinkedHashSet<>();
        for (Pom pom : poms) {
            Optional<Library> parent = pom.parent().map(PomVersions::library);
            if (parent.filter(this::isOwn).isPresent()) {
                continue;
            }
            Optional<String> property =
                    parent.flatMap(above -> ParentPoms.property(pom, above, library, others, HIGHEST));
            PomInserts inserts = new PomInserts(pom);
            Splice splice;
            if (property.isPresent()) {
                String name = property.orElseThrow();
                List<XmlElement> own = pom.properties(name).toList();
                if (own.size() > 1) {
                    return new Sought.Not(new Refused(
                            Refusal.VERSION_NOT_LITERAL,
                            pom.file().name() + " defines the property " + name + " more than once"));
                }
                splice = own.stream()
                        .findFirst()
                        .map(value -> new Splice(
                                value.textStart(),
                                value.textStart() + value.text().length(),
                                release))
                        .orElseGet(() -> inserts.property(name, release));
                places.add("the property " + name + " of " + pom.file().name() + ", which overrides the parent's");
            } else {
                splice = inserts.managed(library, release);
                places.add("a managed version in " + pom.file().name());
            }
            splices.put(pom.file(), List.of(splice));
        }
        return splices.isEmpty()
                ? new Sought.Not(new Refused(
                        Refusal.VERSION_NOT_LITERAL, "no version of " + library.id() + " stands in " + Pom.names(poms)))
                : new Sought.Edit(new VersionEdit(splices, String.join(", ", places)));
    }

    private boolean isOwn(Library parent) {
        return poms.stream()
                .anyMatch(pom ->
                        pom.value("${project.groupId}", _ -> Optional.empty()).equals(parent.group())
                                && pom.project().text("artifactId").equals(parent.artifact()));
    }

    private boolean is(Pom pom, XmlElement dependency, Library library) {
        return value(pom, dependency.text("groupId")).equals(library.group())
                && value(pom, dependency.text("artifactId")).equals(library.artifact());
    }

    private String value(Pom pom, String text) {
        return pom.value(
                text,
                name -> poms.stream()
                        .flatMap(each -> each.properties(name))
                        .map(XmlElement::text)
                        .filter(value -> !value.isEmpty())
                        .findFirst());
    }

    private Optional<Refused> replace(
            Pom pom,
            XmlElement version,
            Library library,
            String release,
            Map<SourceFile, List<Splice>> splices,
            Set<String> places) {
        String text = version.text();
        Optional<String> property = Pom.property(text);
        if (property.isEmpty()) {
            if (!text.equals(library.version())) {
                return refused(pom, library, text);
            }
            put(pom, version, release, splices);
            places.add("the version of " + library.id() + " in " + pom.file().name());
            return Optional.empty();
        }
        String name = property.orElseThrow();
        List<Pom> defining = poms.stream()
                .filter(each -> each.properties(name).findAny().isPresent())
                .toList();
        for (Pom each : defining) {
            for (XmlElement value : each.properties(name).toList()) {
                if (!value.text().equals(library.version())) {
                    return refused(each, library, value.text());
                }
                put(each, value, release, splices);
                places.add("the property " + name + " of " + each.file().name());
            }
        }
        return defining.isEmpty() ? refused(pom, library, text) : Optional.empty();
    }

    private static Optional<Refused> refused(Pom pom, Library library, String text) {
        return Optional.of(new Refused(
                Refusal.VERSION_NOT_LITERAL,
                pom.file().name() + " takes " + library.id() + " in the release " + library.version()
                        + (text.isEmpty() ? " and does not write it as plain text" : " and says " + text)));
    }

    private static void put(Pom pom, XmlElement element, String release, Map<SourceFile, List<Splice>> splices) {
        int start = element.textStart();
        Splice splice = new Splice(start, start + element.text().length(), release);
        List<Splice> known = splices.computeIfAbsent(pom.file(), _ -> new ArrayList<>());
        if (!known.contains(splice)) {
            known.add(splice);
        }
    }
}
