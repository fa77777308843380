package io.heddle.check;

import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassEntry;
import io.heddle.check.read.ClassPath;
import io.heddle.check.read.Unreadables;
import io.heddle.check.rule.Rule;
import io.heddle.model.Check;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// Runs a check.
public final class Checker {

    private Checker() {
    }

    /// Reads the targets and their libraries, and runs the rules.
    ///
    /// @return with no version and no command: who prints it fills them in
    /// @throws io.heddle.model.Failure when a target does not exist, or a rule does not
    public static Check run(CheckOptions options) {
        long start = System.nanoTime();
        Rule.named(options.rules());
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader = new ArchiveReader(Collections.min(options.jdks()), options.artifacts(), unreadables);
        options.targets().forEach(target -> reader.add(target, Role.TARGET));
        options.libraries().forEach(library -> reader.add(library, Role.LIBRARY));
        ClassPath classPath = reader.classPath();
        int methods = 0;
        for (String name : classPath.names()) {
            ClassEntry entry = classPath.find(name);
            try {
                methods += entry == null ? 0 : ClassFile.of().parse(entry.source().read()).methods().size();
            } catch (IOException | IllegalArgumentException e) {
                unreadables.add(entry.place(), e);
            }
        }
        Check.Read read = new Check.Read(classPath.artifacts().size(), classPath.names().size(), methods, 0, List.of(), unreadables.list());
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
        return new Check("", List.of(), options.targets().stream().map(Object::toString).toList(), options.jdks().stream().sorted().toList(), read, List.of(),
                List.of(), seconds);
    }
}
