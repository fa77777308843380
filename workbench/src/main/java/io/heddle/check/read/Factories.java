package io.heddle.check.read;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/// Files by which a library names classes that a container or a service loader makes without any code that says `new`:
/// the JDK's services, Spring's factories and auto-configurations.
final class Factories {

    private Factories() {}

    /// Whether an entry of an archive is such a file.
    static boolean isFactories(String name) {
        return name.startsWith("META-INF/services/") && !name.endsWith("/")
                || name.equals("META-INF/spring.factories")
                || name.startsWith("META-INF/spring/") && name.endsWith(".imports");
    }

    /// Names of the classes, with slashes.
    ///
    /// @throws IOException when the file is damaged
    static List<String> read(String name, String text) throws IOException {
        Stream<String> classes;
        if (name.endsWith(".factories")) {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(text));
            } catch (IllegalArgumentException e) {
                throw new IOException(e);
            }
            classes = properties.stringPropertyNames().stream()
                    .flatMap(key -> Stream.of(properties.getProperty(key, "").split(",", -1)));
        } else {
            classes = text.lines().map(line -> line.replaceFirst("#.*", ""));
        }
        return classes.map(String::strip)
                .filter(line -> line.matches("[\\w.$]+"))
                .map(line -> line.replace('.', '/'))
                .toList();
    }
}
