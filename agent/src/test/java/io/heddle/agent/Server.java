package io.heddle.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// A server that the agent is tested with, in one version. All that tests and docs/hooks.md say of servers stands
/// here.
///
/// @param folder of its jars, and its key in `versions.properties`; the JDK's own has none
/// @param title what the agent calls it
/// @param program class that runs it
/// @param argument of the program; may be empty
/// @param threads size of its pool
/// @param reserved threads of it that run no requests
/// @param names how its request threads' names begin
/// @param flippedBy hook that flips it
/// @param always whether every build tests it; else only `./dev all`
record Server(
        String folder,
        String title,
        String program,
        String argument,
        int threads,
        int reserved,
        String names,
        String flippedBy,
        boolean always) {

    private static final Properties VERSIONS = versions();

    /// Every server, oldest first.
    static List<Server> all() {
        List<Server> all = new ArrayList<>();
        for (String version : List.of("8.5-old", "8.5", "9-old", "9", "10.0", "10", "11")) {
            all.add(new Server(
                    "tomcat-" + version,
                    "Tomcat",
                    "TomcatProgram",
                    "",
                    200,
                    0,
                    "http-nio-127.0.0.1-auto-1-exec-",
                    "tomcat-executor",
                    List.of("9-old", "11").contains(version)));
        }
        for (String version : List.of("8.5-old", "9", "11")) {
            all.add(new Server(
                    "tomcat-" + version,
                    "Tomcat",
                    "TomcatProgram",
                    "shared",
                    9,
                    0,
                    "shared-exec-",
                    "tomcat-shared-executor",
                    version.equals("9")));
        }
        for (String version : List.of("9.4-old", "9.4", "10-old")) {
            // until 9.4 threads are not counted as lent
            int reserved = version.equals("9.4-old") ? 0 : jettyReserved();
            all.add(new Server(
                    "jetty-" + version,
                    "Jetty",
                    "JettyServletProgram",
                    "",
                    40,
                    reserved,
                    "jetty-pool-",
                    "jetty-old-executor",
                    version.equals("9.4")));
        }
        for (String version : List.of("10", "11")) {
            all.add(new Server(
                    "jetty-" + version,
                    "Jetty",
                    "JettyServletProgram",
                    "",
                    40,
                    jettyReserved(),
                    "jetty-pool-",
                    "jetty-executor",
                    false));
        }
        for (String version : List.of("12.0", "12.1")) {
            all.add(new Server(
                    "jetty-" + version,
                    "Jetty",
                    "JettyProgram",
                    "",
                    40,
                    jettyReserved(),
                    "jetty-pool-",
                    "jetty-executor",
                    version.equals("12.1")));
        }
        for (String version : List.of("2.2", "2.4")) {
            all.add(new Server(
                    "undertow-" + version,
                    "Undertow",
                    "UndertowProgram",
                    "",
                    7,
                    0,
                    "XNIO-1 task-",
                    "undertow-workers",
                    version.equals("2.4")));
        }
        all.add(new Server("", "JDK HttpServer", "JdkServerProgram", "", 8, 0, "pool-", "thread-pool", true));
        return List.copyOf(all);
    }

    /// Whether the agent can limit how many requests it handles at once.
    boolean isLimited() {
        return List.of("Tomcat", "Jetty", "Undertow").contains(title);
    }

    /// The version; of the JDK's own server that of the JDK, which differs.
    String version() {
        return folder.isEmpty() ? "" : version(folder);
    }

    /// Version of anything that tests run with.
    static String version(String key) {
        String version = VERSIONS.getProperty(key, "");
        if (version.isEmpty() || version.startsWith("$")) {
            throw new IllegalStateException("no version of " + key + " in versions.properties");
        }
        return version;
    }

    @Override
    public String toString() {
        return title + " " + version() + (argument.isEmpty() ? "" : " " + argument);
    }

    private static int jettyReserved() {
        int cores = Runtime.getRuntime().availableProcessors();
        int acceptors = Math.max(1, Math.min(4, cores / 8));
        return acceptors + Math.max(1, Math.min(cores / 2, 40 / 16));
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in = Server.class.getResourceAsStream("/versions.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }
}
