package io.heddle.check;

import io.heddle.check.graph.Analysis;
import io.heddle.check.graph.World;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.ClassPath;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Surroundings;
import io.heddle.check.read.Unreadables;
import io.heddle.check.rule.Rule;
import io.heddle.model.Check;
import io.heddle.model.Check.UnknownSite;
import io.heddle.model.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// Runs a check.
public final class Checker {

    private static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity).thenComparing(Finding::confidence).thenComparing(Finding::reach)
            .thenComparing(Finding::artifact).thenComparing(Finding::type).thenComparing(Finding::method).thenComparing(Finding::descriptor).thenComparing(Finding::rule);

    private Checker() {
    }

    /// Reads the targets and their libraries, and runs the rules.
    ///
    /// @return with no version and no command: who prints it fills them in
    /// @throws io.heddle.model.Failure when a target does not exist, or a rule does not
    public static Check run(CheckOptions options) {
        long start = System.nanoTime();
        List<Rule> rules = Rule.named(options.rules());
        int jdk = Collections.min(options.jdks());
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader = new ArchiveReader(jdk, options.artifacts(), unreadables);
        options.targets().forEach(target -> reader.add(target, Role.TARGET));
        options.libraries().forEach(library -> reader.add(library, Role.LIBRARY));
        ClassPath classPath = reader.classPath();
        List<String> notes = new ArrayList<>();
        try (JdkImage image = image(options, jdk, notes)) {
            World world = new World(new ClassFinder(classPath, image), unreadables);
            Collection<String> roots = options.all() ? classPath.names() : classPath.targets();
            Analysis analysis = new Analysis(world, roots, options.all(), new Surroundings(classPath.artifacts(), classPath.settings(), options.releases(), classPath.factories()));
            List<Finding> findings = rules.stream().flatMap(rule -> rule.find(analysis))
                    .filter(finding -> finding.confidence().compareTo(options.confidence()) <= 0)
                    .filter(finding -> options.jdks().stream().anyMatch(finding::holdsOn)).sorted(WORST_FIRST).toList();
            List<UnknownSite> unknown = analysis.unknown();
            Check.Read read = new Check.Read(classPath.artifacts().size(), classPath.names().size(), world.methods(), unknown.size(), unknown, unreadables.list());
            double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
            return new Check("", List.of(), options.targets().stream().map(Object::toString).toList(), options.jdks().stream().sorted().toList(), read, findings,
                    notes, seconds);
        }
    }

    private static JdkImage image(CheckOptions options, int jdk, List<String> notes) {
        Path home = options.jdkHomes().get(jdk);
        if (home != null) {
            return JdkImage.of(home, jdk);
        }
        JdkImage running = JdkImage.running();
        if (running.feature() != jdk) {
            notes.add("JDK " + jdk + " is not at hand: the classes of JDK " + running.feature() + " stand in for its own");
        }
        return running;
    }
}
