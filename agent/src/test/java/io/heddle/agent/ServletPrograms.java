package io.heddle.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Compiles test services that name types of one version of a server, against the version that they will run with:
/// `javax` or `jakarta`.
final class ServletPrograms {

    private ServletPrograms() {}

    /// Folder of a program's classes, made at the first call.
    ///
    /// @param program simple name of its class
    /// @param jakarta whether its `javax` is `jakarta` there
    /// @param servers folders of the jars that it runs with
    static synchronized Path compiled(String program, boolean jakarta, String... servers) throws IOException {
        Path all = Path.of(System.getProperty("heddle.servers"));
        Path classes = all.resolve("programs").resolve(program + "-" + servers[0]);
        if (Files.exists(classes)) {
            return classes;
        }
        Path made = Files.createDirectories(classes.resolveSibling(classes.getFileName() + ".making"));
        Path source = made.resolve(program + ".java");
        Files.writeString(source, source(program, jakarta));
        StringBuilder path = new StringBuilder(System.getProperty("heddle.programs"));
        for (String server : servers) {
            path.append(':').append(path(all.resolve(server)));
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "--release",
                        "21",
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        path.toString(),
                        "-d",
                        made.toString(),
                        source.toString());
        if (status != 0) {
            throw new IllegalStateException(messages.toString(StandardCharsets.UTF_8));
        }
        return Files.move(made, classes);
    }

    private static String source(String program, boolean jakarta) throws IOException {
        try (InputStream in = ServletPrograms.class.getResourceAsStream("/servlet/" + program + ".java.txt")) {
            String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return jakarta ? source.replaceAll("javax[.](servlet|websocket)", "jakarta.$1") : source;
        }
    }

    private static String path(Path jars) throws IOException {
        try (Stream<Path> files = Files.list(jars)) {
            return files.map(Path::toString).collect(Collectors.joining(":"));
        }
    }
}
