package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Java that tests write, compiled.
public final class Compiled {

    private static final Pattern CLASS =
            Pattern.compile("public (?:final |abstract )?(?:class|interface|record) ([\\w$]+)");

    private Compiled() {}

    /// Compiles one public class.
    ///
    /// @param folder to put the class files in
    /// @return the folder
    static Path of(Path folder, String code) throws IOException {
        Matcher name = CLASS.matcher(code);
        assertTrue(name.find(), () -> "no public class in " + code);
        return all(folder, Map.of(name.group(1), code), List.of());
    }

    /// Compiles classes for Java 21.
    ///
    /// @param folder to put the class files in
    /// @param sources by the name of the class
    /// @return the folder
    public static Path all(Path folder, Map<String, String> sources, List<Path> classPath) throws IOException {
        Path written = Files.createTempDirectory(folder.getParent(), "source");
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            files.add(Files.writeString(written.resolve(source.getKey() + ".java"), source.getValue()));
        }
        List<String> options = new ArrayList<>(List.of("-g", "-proc:none", "--release", "21", "-d", folder.toString()));
        if (!classPath.isEmpty()) {
            options.addAll(List.of(
                    "-cp", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        }
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertTrue(compiled, messages::toString);
        }
        return folder;
    }
}
