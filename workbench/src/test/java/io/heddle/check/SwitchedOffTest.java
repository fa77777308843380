package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// End points that the service's own configuration switches off, as frameworks name them.
class SwitchedOffTest {

    private static final String RETAINED =
            "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface ";
    private static final String PIN = " public synchronized void %s() throws Exception { Thread.sleep(10); } ";

    @TempDir
    private Path folder;

    @Test
    void noRequestIsSaidToRunThem() throws IOException {
        Path classes = Compiled.all(
                Files.createDirectory(folder.resolve("classes")),
                Map.of(
                        "GET", "package jakarta.ws.rs; " + RETAINED + "GET { }",
                        "EndpointDisabled",
                                "package io.quarkus.resteasy.reactive.server; " + RETAINED
                                        + "EndpointDisabled { String name(); String stringValue(); boolean disableIfMissing() default false; }",
                        "Requires",
                                "package io.micronaut.context.annotation; " + RETAINED
                                        + "Requires { String property() default \"\"; String value() default \"\"; String notEquals() default \"\"; }",
                        "On", resource("On", "", "on"),
                        "Off", resource("Off", disabled("cold", "true"), "off"),
                        "Kept", resource("Kept", disabled("cold", "false"), "kept"),
                        "Missing",
                                resource(
                                        "Missing",
                                        "@io.micronaut.context.annotation.Requires(property = \"a.b\")",
                                        "missing"),
                        "There",
                                resource(
                                        "There",
                                        "@io.micronaut.context.annotation.Requires(property = \"cold\", value = \"true\")",
                                        "there")),
                List.of());
        Files.writeString(classes.resolve("application.properties"), "cold=true\n");
        Map<String, Exposure> exposures = Archives.likely(classes.toString()).stream()
                .collect(Collectors.toMap(
                        finding -> finding.method(),
                        finding -> finding.context().exposure(),
                        (one, _) -> one,
                        TreeMap::new));
        assertEquals(
                Map.of(
                        "on", Exposure.EACH_REQUEST,
                        "off", Exposure.UNKNOWN,
                        "kept", Exposure.EACH_REQUEST,
                        "missing", Exposure.UNKNOWN,
                        "there", Exposure.EACH_REQUEST),
                exposures);
    }

    private static String disabled(String name, String value) {
        return "@io.quarkus.resteasy.reactive.server.EndpointDisabled(name = \"" + name + "\", stringValue = \"" + value
                + "\")";
    }

    private static String resource(String name, String annotation, String method) {
        return annotation + " public class " + name + " { @jakarta.ws.rs.GET" + PIN.formatted(method) + "}";
    }
}
