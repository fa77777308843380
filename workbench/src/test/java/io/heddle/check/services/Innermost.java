package io.heddle.check.services;

import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Finds the last method on the path of a finding that holds a monitor while it calls the next one. A request may
/// run the method that the finding names, and never get there. What a class initialiser calls runs once, whoever
/// else calls it.
final class Innermost implements AutoCloseable {

    private final JdkImage jdk = JdkImage.running();
    private final ClassHierarchy classes;
    private final CodeReader reader;

    /// @param jar the service's
    Innermost(Path jar) {
        Unreadables unreadables = new Unreadables();
        ArchiveReader archives = new ArchiveReader(jdk.feature(), Map.of(), unreadables);
        archives.add(jar, Role.TARGET);
        this.classes =
                new ClassHierarchy(new ClassFinder(archives.classPath(), jdk), unreadables, List.of(jdk.feature()));
        this.reader = new CodeReader(classes);
    }

    Holder of(Finding finding) {
        Holder named = Holder.of(finding);
        if (named.method().equals("<clinit>")) {
            return named;
        }
        return finding.path().reversed().stream()
                .filter(step -> !step.artifact().equals(Artifact.JDK) && holds(step))
                .findFirst()
                .map(step -> new Holder(step.type(), step.method(), step.descriptor()))
                .orElse(named);
    }

    private boolean holds(Step step) {
        return classes.type(step.type().replace('.', '/')).methods().stream()
                .filter(method -> method.signature().name().equals(step.method())
                        && method.signature().descriptor().equals(step.descriptor()))
                .anyMatch(method -> holds(method, step.line()));
    }

    private boolean holds(Method method, int line) {
        return reader.interpret(method).calls().stream().anyMatch(call -> call.line() == line && call.held() != null);
    }

    @Override
    public void close() {
        jdk.close();
    }
}
