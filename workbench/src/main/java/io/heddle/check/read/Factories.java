package io.heddle.check.read;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Files by which a library names classes that a container or a service loader makes without any code that says `new`:
/// the JDK's services, Spring's factories and auto-configurations. An application names them in descriptors: servlets,
/// filters and listeners in `web.xml`, beans in Spring's XML.
final class Factories {

    /// What may be the name of a class in a package: longer ones are no compiler's.
    private static final Pattern CLASS = Pattern.compile("(?:[\\w$]{1,200}+\\.){1,50}[A-Z][\\w$]{0,200}");

    private Factories() {}

    /// Whether an entry of an application's archive is a descriptor.
    static boolean isDescriptor(String name) {
        return name.endsWith(".xml") && !name.startsWith("META-INF/maven/");
    }

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
        if (name.endsWith(".xml")) {
            // Whatever the descriptor: what it names is made if it is a class.
            return CLASS.matcher(withoutComments(text))
                    .results()
                    .map(found -> found.group().replace('.', '/'))
                    .distinct()
                    .toList();
        }
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

    // What is commented out is not made. Each character is looked at once, whatever the text begins and does not end.
    private static String withoutComments(String text) {
        StringBuilder rest = new StringBuilder();
        int at = 0;
        int begin = text.indexOf("<!--");
        while (begin >= 0) {
            int end = text.indexOf("-->", begin + 4);
            if (end < 0) {
                break;
            }
            rest.append(text, at, begin).append(' ');
            at = end + 3;
            begin = text.indexOf("<!--", at);
        }
        return rest.append(text, at, text.length()).toString();
    }
}
