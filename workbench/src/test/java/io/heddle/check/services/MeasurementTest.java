package io.heddle.check.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Compiled;
import io.heddle.model.Failure;
import io.heddle.race.requests.RequestsFile;
import io.heddle.race.requests.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MeasurementTest {

    private static final String SERVICE = """
            import com.sun.net.httpserver.HttpExchange;
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;

            public class Tiny {
                private static Object made;

                public static void main(String[] args) throws Exception {
                    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
                    server.setExecutor(java.util.concurrent.Executors.newCachedThreadPool());
                    server.createContext("/", Tiny::serve);
                    starts();
                    server.start();
                }

                static void starts() {}

                static void serve(HttpExchange exchange) throws java.io.IOException {
                    each(1);
                    boolean fails = exchange.getRequestURI().getPath().equals("/fails");
                    if (exchange.getRequestURI().getPath().equals("/twice")) {
                        twice();
                        twice();
                    }
                    lazy();
                    exchange.sendResponseHeaders(fails ? 500 : 204, -1);
                    exchange.close();
                }

                static void each(int overloaded) {}

                static void each(long never) {}

                static void twice() {}

                static void lazy() {
                    if (made == null) {
                        made = makes();
                    }
                }

                static Object makes() {
                    return new Object();
                }
            }
            """;

    private static final Holder MAKES = new Holder(
            "Tiny",
            "lazy",
            "()V",
            (int) SERVICE.lines()
                            .takeWhile(line -> !line.contains("made = makes();"))
                            .count()
                    + 1,
            "makes");

    @TempDir
    private Path folder;

    @Test
    void eachHolderIsCountedByItsDescriptor() throws Exception {
        Map<Holder, Entered> entered = measured("/once\n/twice\n");
        Entered each = entered.get(Holder.method("Tiny", "each", "(I)V"));
        assertEquals(1, each.share(), 0);
        assertEquals(1, each.perRequest(), 0);
        assertEquals(1, each.atOnce(), 0.01);
        Entered twice = entered.get(Holder.method("Tiny", "twice", "()V"));
        assertEquals(0.5, twice.share(), 0);
        assertEquals(1, twice.most(), 0);
        assertEquals(1, twice.perRequest(), 0);
        assertEquals(new Entered(1, 0, 0, 0, 0, 0), entered.get(Holder.method("Tiny", "starts", "()V")));
        Entered makes = entered.get(Holder.method("Tiny", "makes", "()Ljava/lang/Object;"));
        assertEquals(1, makes.start() + makes.warmUp());
        assertTrue(!makes.isByRequests(), makes.toString());
        assertEquals(Entered.NEVER, entered.get(Holder.method("Tiny", "each", "(J)V")));
        assertEquals(1, entered.get(Holder.method("Tiny", "lazy", "()V")).share(), 0);
        Entered call = entered.get(MAKES);
        assertEquals(1, call.start() + call.warmUp(), "once, though each request runs the method");
        assertTrue(!call.isByRequests(), call.toString());
    }

    @Test
    void aServiceThatOnlyFailsIsNotMeasured() {
        assertThrows(Failure.class, () -> measured("/fails\n"));
    }

    private Map<Holder, Entered> measured(String requests) throws IOException, InterruptedException {
        Workload workload = RequestsFile.read(Files.writeString(folder.resolve("requests"), requests), List.of());
        return new Target(
                        jar(),
                        workload,
                        Path.of(System.getProperty("java.home")),
                        Files.createDirectory(folder.resolve("work")),
                        List.of("{port}"))
                .entered(List.of(
                        Holder.method("Tiny", "each", "(I)V"),
                        Holder.method("Tiny", "each", "(J)V"),
                        Holder.method("Tiny", "twice", "()V"),
                        Holder.method("Tiny", "starts", "()V"),
                        Holder.method("Tiny", "lazy", "()V"),
                        MAKES,
                        Holder.method("Tiny", "makes", "()Ljava/lang/Object;")));
    }

    private Path jar() throws IOException {
        Path classes = Compiled.all(folder.resolve("classes"), Map.of("Tiny", SERVICE), List.of());
        Path jar = folder.resolve("tiny.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Tiny");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> files = Files.list(classes)) {
            for (Path each : files.toList()) {
                out.putNextEntry(new JarEntry(each.getFileName().toString()));
                Files.copy(each, out);
            }
        }
        return jar;
    }
}
