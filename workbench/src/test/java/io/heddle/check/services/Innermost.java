package io.heddle.check.services;

import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.program.ClassHierarchy;
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
import java.util.Optional;
import java.util.stream.IntStream;

/// Finds the last method on the path of a finding that holds a monitor while it calls the next one, and that call. A
/// request may run the method that the finding names, and never get there; it may enter the last one, and not make the
/// call. What a class initialiser calls runs once, whoever else calls it.
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
        List<Step> path = finding.path();
        return IntStream.iterate(path.size() - 1, i -> i >= 0, i -> i - 1)
                .mapToObj(i -> holder(
                        path.get(i), i + 1 < path.size() ? path.get(i + 1).method() : last(finding)))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(named);
    }

    private static String last(Finding finding) {
        return finding.sink().substring(finding.sink().lastIndexOf('.') + 1);
    }

    // Where a lambda is called back, the call on the path is another one of the line.
    private Optional<Holder> holder(Step step, String next) {
        if (step.artifact().equals(Artifact.JDK)) {
            return Optional.empty();
        }
        List<String> held = classes.type(step.type().replace('.', '/')).methods().stream()
                .filter(method -> method.signature().name().equals(step.method())
                        && method.signature().descriptor().equals(step.descriptor()))
                .flatMap(method -> reader.interpret(method).calls().stream())
                .filter(call -> call.line() == step.line() && call.held() != null)
                .map(call -> call.signature().name())
                .toList();
        return held.isEmpty()
                ? Optional.empty()
                : Optional.of(new Holder(
                        step.type(),
                        step.method(),
                        step.descriptor(),
                        step.line(),
                        held.contains(next) ? next : held.getLast()));
    }

    @Override
    public void close() {
        jdk.close();
    }
}
