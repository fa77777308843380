package io.heddle.lab.bench;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A JVM to start.
///
/// @param classPath jars and folders
/// @param main class to run
/// @param before words before `java`, such as `prlimit --nproc=1000`
/// @param jvm JVM options
/// @param arguments of the program
/// @param limit longest time it may take
public record Fork(
        List<Path> classPath,
        String main,
        List<String> before,
        List<String> jvm,
        List<String> arguments,
        Duration limit) {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(120);

    public Fork {
        classPath = List.copyOf(classPath);
        before = List.copyOf(before);
        jvm = List.copyOf(jvm);
        arguments = List.copyOf(arguments);
    }

    static Fork of(List<Path> classPath, String main) {
        return new Fork(classPath, main, List.of(), List.of(), List.of(), DEFAULT_LIMIT);
    }

    /// The same with more JVM options.
    public Fork jvm(String... options) {
        return jvm(List.of(options));
    }

    /// The same with more JVM options.
    public Fork jvm(List<String> options) {
        return new Fork(classPath, main, before, joined(jvm, options), arguments, limit);
    }

    /// The same with more arguments.
    public Fork with(Object... more) {
        return new Fork(
                classPath,
                main,
                before,
                jvm,
                joined(arguments, Stream.of(more).map(String::valueOf).toList()),
                limit);
    }

    /// The same under another program.
    public Fork under(List<String> words) {
        return new Fork(classPath, main, words, jvm, arguments, limit);
    }

    /// The same with another limit.
    public Fork atMost(Duration time) {
        return new Fork(classPath, main, before, jvm, arguments, time);
    }

    List<String> command(Path java) {
        List<String> command = new ArrayList<>(before);
        command.add(java.toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", path(classPath), main));
        command.addAll(arguments);
        return command;
    }

    /// As options for class paths want them.
    static String path(List<Path> jars) {
        return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    }

    private static List<String> joined(List<String> first, List<String> more) {
        return Stream.concat(first.stream(), more.stream()).toList();
    }
}
