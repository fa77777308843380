package io.heddle.check.read;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// Main classes that start whatever comes with them, as frameworks and build tools have them: they are not the
/// program's own, and do not tell its packages.
final class Launchers {

    /// Spring Boot's and One-JAR's loaders; Quarkus, Ktor, Vert.x, Helidon MP, Play, Weld, OpenEJB and Payara, whose
    /// main class a build may name in its manifest; Jib, Groovy and Clojure, which start a class or a script.
    private static final List<String> PACKAGES = List.of(
            "org/springframework/boot/loader/",
            "com/simontuffs/onejar/",
            "io/quarkus/",
            "io/ktor/server/",
            "io/vertx/core/",
            "io/vertx/launcher/",
            "io/helidon/",
            "play/core/server/",
            "org/jboss/weld/",
            "org/apache/openejb/",
            "fish/payara/",
            "com/google/cloud/tools/jib/");

    /// Annotations of classes and methods that serve requests, whoever's they are, and the method that starts a
    /// program.
    private static final Pattern SERVES = Pattern.compile(
            "L[\\w/$]+/(?:Path|GET|POST|Get|Post|Controller|RestController|RequestMapping|GetMapping|PostMapping|"
                    + "WebServlet|ServerEndpoint|Route|QuarkusMain|GrpcService|Incoming);");
    private static final String ROUTING = "io/ktor/server/application/Application";

    private Launchers() {}

    /// @param type with slashes
    static boolean has(String type) {
        return PACKAGES.stream().anyMatch(type::startsWith);
    }

    /// Whether a class that has these names and descriptors serves requests.
    static boolean serves(Collection<String> texts) {
        return texts.stream()
                .anyMatch(text -> text.equals(ROUTING) || SERVES.matcher(text).matches());
    }
}
