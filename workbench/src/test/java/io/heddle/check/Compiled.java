package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Java that tests write, compiled.
final class Compiled {

    private static final Pattern CLASS = Pattern.compile("public (?:final |abstract )?(?:class|interface|record) (\\w+)");

    private Compiled() {
    }

    /// Compiles one public class.
    ///
    /// @param folder to put the class files in
    /// @return the folder
    static Path of(Path folder, String code) throws IOException {
        Matcher name = CLASS.matcher(code);
        assertTrue(name.find(), () -> "no public class in " + code);
        Path source = Files.writeString(Files.createTempDirectory(folder.getParent(), "source").resolve(name.group(1) + ".java"), code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(messages, files, null, List.of("-g", "-proc:none", "--release", "21", "-d", folder.toString()), null,
                    files.getJavaFileObjects(source)).call();
            assertTrue(compiled, messages::toString);
        }
        return folder;
    }
}
