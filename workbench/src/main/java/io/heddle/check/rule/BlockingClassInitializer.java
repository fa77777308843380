package io.heddle.check.rule;

/// A class initialiser blocks: it reads a file, opens a connection, sleeps or waits.
///
/// ## Why
///
/// While a class is initialised, the thread that does it has a native frame on its stack and cannot leave its carrier, on any JDK. Every
/// other thread that needs the class waits inside the JVM and holds its carrier too. With as many such threads as cores, all
/// virtual threads stand still until the initialiser ends; if it needs one of them, they stand still for ever.
///
/// ## Bad
///
/// ```java
/// import java.io.IOException;
/// import java.io.UncheckedIOException;
/// import java.nio.file.Files;
/// import java.nio.file.Path;
///
/// public class Settings {
///     private static final String TEXT = load(); // finding
///
///     private static String load() {
///         try {
///             return Files.readString(Path.of("settings.txt"));
///         } catch (IOException e) {
///             throw new UncheckedIOException(e);
///         }
///     }
///
///     public static String text() {
///         return TEXT;
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.io.IOException;
/// import java.nio.file.Files;
/// import java.nio.file.Path;
///
/// public class Settings {
///     private final String text;
///
///     public Settings() throws IOException {
///         text = Files.readString(Path.of("settings.txt"));
///     }
///
///     public String text() {
///         return text;
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// An initialiser that runs at start-up, before there are requests, does no harm; when it runs is mostly unknown.
///
/// ## References
///
/// - Spring Boot issue 51379: https://github.com/spring-projects/spring-boot/issues/51379
/// - JDK-8369238, Allow virtual thread preemption on some common class initialization paths: https://bugs.openjdk.org/browse/JDK-8369238
public record BlockingClassInitializer() implements Rule {
}
