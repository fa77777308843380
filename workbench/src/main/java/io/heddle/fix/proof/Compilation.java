package io.heddle.fix.proof;

import io.heddle.fix.source.TextSource;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles changed files against the class path that they come from. Processors of annotations do not run.
final class Compilation {

    private static final int OLDEST = 8;

    private final List<Path> classPath;
    private final int release;

    /// @param release of Java that the class files are of
    Compilation(List<Path> classPath, int release) {
        this.classPath = classPath;
        this.release = Math.clamp(release, OLDEST, Runtime.version().feature());
    }

    /// Compiles texts.
    ///
    /// @param texts by the file's path
    /// @param to an empty folder for the classes
    /// @return the first error; empty where there is none
    Optional<String> run(Map<Path, String> texts, Path to) throws IOException {
        Optional<String> error = run(texts, to, List.of("--release", String.valueOf(release)));
        // Code that uses the JDK's own packages does not compile for a release, only with its source level.
        return error.isEmpty()
                ? error
                : run(texts, to, List.of("-source", String.valueOf(release), "-target", String.valueOf(release)));
    }

    private Optional<String> run(Map<Path, String> texts, Path to, List<String> level) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(level);
        options.addAll(
                List.of("-proc:none", "-nowarn", "-g", "-implicit:none", "-sourcepath", "", "-d", to.toString()));
        options.addAll(
                List.of("-cp", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        Files.createDirectories(to);
        List<TextSource> sources = texts.entrySet().stream()
                .map(entry -> new TextSource(entry.getKey().toString(), entry.getValue()))
                .toList();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(null, files, problems, options, null, sources)
                    .call();
            return compiled ? Optional.empty() : Optional.of(first(problems));
        } catch (RuntimeException e) {
            return Optional.of("javac failed: " + e);
        }
    }

    private static String first(DiagnosticCollector<JavaFileObject> problems) {
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(problem -> (problem.getSource() == null
                                ? ""
                                : Path.of(problem.getSource().toUri()).getFileName() + ":" + problem.getLineNumber()
                                        + ": ")
                        + problem.getMessage(java.util.Locale.ROOT).replaceAll("\\s+", " "))
                .orElse("javac gave no reason");
    }
}
