package io.heddle.fix.build;

import io.heddle.fix.source.Splice;
import java.util.List;
import java.util.Optional;

/// Inserts what a pom does not have yet, in the pom's own indentation.
final class PomInserts {

    private static final List<String> BEHIND =
            List.of("dependencyManagement", "dependencies", "repositories", "build", "profiles");
    private static final String TAB = "    ";

    private final Pom pom;
    private final String end;
    private final String unit;

    PomInserts(Pom pom) {
        this.pom = pom;
        this.end = pom.file().lineEnd(0);
        String first = pom.project().children().isEmpty()
                ? ""
                : pom.file().indent(pom.project().children().getFirst().start());
        this.unit = first.isEmpty() ? TAB : first;
    }

    /// A property that stands before all others, so that it overrides a parent's.
    Splice property(String name, String value) {
        String line = "<" + name + ">" + value + "</" + name + ">";
        return pom.project()
                .child("properties")
                .map(properties -> Splice.insert(properties.bodyStart(), end + unit + unit + line))
                .orElseGet(() -> section("<properties>" + end + unit + unit + line + end + unit + "</properties>"));
    }

    /// A managed version, which stands above what imported poms and dependencies of dependencies say.
    Splice managed(Library library, String release) {
        Optional<XmlElement> management = pom.project().child("dependencyManagement");
        String in = unit + unit + unit;
        String entry = "<dependency>" + end
                + in + unit + "<groupId>" + library.group() + "</groupId>" + end
                + in + unit + "<artifactId>" + library.artifact() + "</artifactId>" + end
                + in + unit + "<version>" + release + "</version>" + end
                + in + "</dependency>";
        return management
                .flatMap(section -> section.child("dependencies"))
                .map(dependencies -> Splice.insert(dependencies.bodyStart(), end + in + entry))
                .orElseGet(() -> section("<dependencyManagement>" + end
                        + unit + unit + "<dependencies>" + end
                        + in + entry + end
                        + unit + unit + "</dependencies>" + end
                        + unit + "</dependencyManagement>"));
    }

    /// Whether an empty line stands before it.
    private boolean isSpaced(XmlElement child) {
        String before = pom.file().text().substring(0, child.start());
        return before.substring(before.stripTrailing().length())
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                > 1;
    }

    /// Before the sections that usually stand behind it, else at the end.
    private Splice section(String text) {
        return pom.project().children().stream()
                .filter(child -> BEHIND.contains(child.name()))
                .findFirst()
                .map(child -> Splice.insert(child.start(), text + end + (isSpaced(child) ? end : "") + unit))
                .orElseGet(() -> Splice.insert(pom.project().bodyEnd(), unit + text + end));
    }
}
