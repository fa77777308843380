package io.heddle.agent.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// Which version of a library a class comes from.
final class Version {

    /// Where versions stand, also when a build has merged all jars into one and lost their manifests: server,
    /// resource, key.
    private static final String[][] RESOURCES = {
        {"Tomcat", "org/apache/catalina/util/ServerInfo.properties", "server.info"},
        {"Jetty", "META-INF/maven/org.eclipse.jetty/jetty-server/pom.properties", "version"},
        {"Undertow", "META-INF/maven/io.undertow/undertow-core/pom.properties", "version"},
    };

    private Version() {}

    /// The version of a server by its own resource, else by the manifest of its jar; a part of the JDK has the
    /// JDK's.
    ///
    /// @return empty when nothing tells
    static String of(String server, Class<?> home) {
        if (home.getModule().isNamed() && home.getModule().getName().startsWith("jdk.")) {
            return System.getProperty("java.version", "");
        }
        for (String[] known : RESOURCES) {
            if (known[0].equals(server)) {
                String version = property(home, known[1], known[2]);
                if (!version.isEmpty()) {
                    return version;
                }
            }
        }
        String version = home.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    private static String property(Class<?> home, String resource, String key) {
        ClassLoader loader = home.getClassLoader();
        if (loader == null) {
            return "";
        }
        try (InputStream in = loader.getResourceAsStream(resource)) {
            if (in == null) {
                return "";
            }
            Properties properties = new Properties();
            properties.load(in);
            String version = properties.getProperty(key, "");
            return version.substring(version.lastIndexOf('/') + 1); // Tomcat says "Apache Tomcat/9.0.65"
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
