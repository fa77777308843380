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

/// Compiles the one test service that names servlet types, against the version of Jetty that it will run with: `javax` or `jakarta`.
final class ServletPrograms {

    private static final String NAME = "JettyServletProgram.java";

    private ServletPrograms() {
    }

    /// Folder of its classes, made at the first call.
    static synchronized Path compiled(Server server) throws IOException {
        Path jars = Path.of(System.getProperty("heddle.servers"), server.folder());
        Path classes = jars.resolveSibling("programs").resolve(server.folder());
        if (Files.exists(classes)) {
            return classes;
        }
        Path made = Files.createDirectories(classes.resolveSibling(server.folder() + ".making"));
        Path source = made.resolve(NAME);
        Files.writeString(source, source(server));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, "--release", "21", "-proc:none", "-nowarn", "-cp",
                System.getProperty("heddle.programs") + ":" + path(jars), "-d", made.toString(), source.toString());
        if (status != 0) {
            throw new IllegalStateException(messages.toString(StandardCharsets.UTF_8));
        }
        return Files.move(made, classes);
    }

    private static String source(Server server) throws IOException {
        try (InputStream in = ServletPrograms.class.getResourceAsStream("/servlet/" + NAME + ".txt")) {
            String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return server.folder().equals("jetty-11") ? source.replace("javax.servlet", "jakarta.servlet") : source;
        }
    }

    private static String path(Path jars) throws IOException {
        try (Stream<Path> files = Files.list(jars)) {
            return files.map(Path::toString).collect(Collectors.joining(":"));
        }
    }
}
