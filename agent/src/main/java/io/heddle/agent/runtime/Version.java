package io.heddle.agent.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// Which version of a library a class comes from.
final class Version {

    /// Where versions stand, also when a build has merged all jars into one and lost their manifests: beginning of the class's name,
    /// resource, key.
    private static final String[][] RESOURCES = {
        {"org.apache.", "org/apache/catalina/util/ServerInfo.properties", "server.info"},
        {"org.eclipse.jetty.", "META-INF/maven/org.eclipse.jetty/jetty-server/pom.properties", "version"},
        {"io.undertow.", "META-INF/maven/io.undertow/undertow-core/pom.properties", "version"},
    };

    private Version() {
    }

    /// The version of a library by its own resource, else by the manifest of its jar.
    ///
    /// @return empty when neither tells
    static String of(Class<?> home) {
        for (String[] known : RESOURCES) {
            if (home.getName().startsWith(known[0])) {
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
