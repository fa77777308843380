package io.heddle.lab.bench;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The programs of an experiment: source files beside its class, compiled when they are needed, against the versions
/// that a row asks for.
final class Sources {

    /// For the oldest JDK that programs run on: its byte code and its API.
    static final List<String> OLDEST = List.of("--release", "21");

    /// Its byte code, and this JVM's API: for what is final here and a preview there, under the same names.
    static final List<String> OLDEST_WITH_PREVIEWS = List.of("-source", "21", "-target", "21");

    private Sources() {}

    /// Copies a program's file out of Heddle's jar.
    ///
    /// @param beside class in whose folder `program` it lies
    static Path copy(Class<?> beside, String name, Path folder) {
        Path file = folder.resolve(name);
        try (InputStream in = beside.getResourceAsStream("program/" + name)) {
            if (in == null) {
                throw new IllegalStateException("there is no program/" + name + " beside " + beside.getName());
            }
            Files.createDirectories(folder);
            Files.copy(in, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            throw new Failure("cannot write " + file + ": " + IoReason.of(e), "make room in the temporary folder", e);
        }
    }

    /// The class of a source file, with its package where it has one.
    static String className(Path source) {
        String name = String.valueOf(source.getFileName()).replace(".java", "");
        try {
            return Files.readAllLines(source).stream()
                    .filter(line -> line.startsWith("package "))
                    .findFirst()
                    .map(line -> line.substring("package ".length(), line.indexOf(';')) + "." + name)
                    .orElse(name);
        } catch (IOException e) {
            throw new Failure("cannot read " + source + ": " + IoReason.of(e), "check the temporary folder", e);
        }
    }

    /// Compiles source files.
    ///
    /// @param options what they are compiled for, first of all
    /// @return the folder of classes
    /// @throws Failure when this JVM has no compiler, or the sources do not compile
    static Path compile(List<Path> sources, List<Path> classPath, List<String> options, Path folder) {
        JavaCompiler compiler = Optional.ofNullable(ToolProvider.getSystemJavaCompiler())
                .orElseThrow(() -> new Failure(
                        "this Java has no compiler, which experiments need",
                        "start Heddle with a whole JDK 25, as ./heddle does"));
        Path classes = folder.resolve("classes");
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Files.createDirectories(classes);
            List<String> all = new ArrayList<>(List.of("-Xlint:none", "-nowarn", "-d", classes.toString()));
            all.addAll(options);
            if (!classPath.isEmpty()) {
                all.addAll(List.of(
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                classPath.stream().map(Path::toString).toList())));
            }
            if (!compiler.getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new Failure(
                        "the experiment's program does not compile: "
                                + said.toString().lines().findFirst().orElse(""),
                        "this is a defect of the experiment: report it");
            }
            return classes;
        } catch (IOException e) {
            throw new Failure(
                    "cannot compile to " + classes + ": " + IoReason.of(e), "make room in the temporary folder", e);
        }
    }

    /// Class path of compiled classes and what they were compiled against.
    static List<Path> joined(Path classes, List<Path> classPath) {
        return Stream.concat(Stream.of(classes), classPath.stream()).toList();
    }
}
