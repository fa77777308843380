package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import java.util.Optional;
import java.util.stream.Stream;

/// A class initialiser blocks: it reads a file, opens a connection, sleeps or waits.
///
/// ## Why
///
/// The thread that initialises a class has a native frame on its stack and cannot leave its carrier, on any JDK.
/// Up to JDK 25 every other thread that needs the class waits inside the JVM and holds its carrier too. With as
/// many such threads as cores, all virtual threads stand still until the initialiser ends. If the initialiser needs
/// one of them, they stand still for ever. From JDK 26 on the threads that wait leave their carriers; the one that
/// initialises still holds its own.
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
/// 21 to 25: a stall. 26 and later: slow, because one carrier is held and not all of them.
///
/// A thread that waits leaves its carrier on 26 where it calls a static method, makes an object, or reads or writes a
/// static field. OpenJ9 does not let it leave; a service that runs there stalls on 26 as on 25. Heddle judges 26 and
/// 27 by HotSpot's changes, and was not run on either.
///
/// ## Limits
///
/// An initialiser that runs at the start, before there are requests, does no harm. When it runs is mostly
/// unknown.
///
/// A value that is computed on its first use, behind a lock, holds no carrier. From 25 on `LazyConstant` does so
/// (`StableValue` in 25; a preview up to 27).
///
/// ## References
///
/// - Spring Boot issue 51379: https://github.com/spring-projects/spring-boot/issues/51379
/// - JDK-8369238, Allow virtual thread preemption on some common class initialization paths:
///   https://bugs.openjdk.org/browse/JDK-8369238
/// - OpenJ9 issue 22936, the JDK's test of it fails there: https://github.com/eclipse-openj9/openj9/issues/22936
/// - JEP 526, Lazy Constants: https://openjdk.org/jeps/526
record BlockingClassInitializer() implements Rule {

    /// Calls from the initialiser to what blocks: an initialiser that builds half a program reaches everything
    /// somehow.
    private static final int FARTHEST = 6;
    /// First release on which a thread that waits for another's class initialiser leaves its carrier (JDK-8369238).
    private static final int WAITERS_UNMOUNT = 26;

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .filter(method -> method.signature().name().equals("<clinit>"))
                .flatMap(method -> analysis.blockingPaths(method, BlockingKind::surelyBlocks).stream()
                        .filter(hazard -> hazard.path().size() <= FARTHEST)
                        .min(BlockingSite.BEST)
                        .stream())
                .flatMap(hazard -> Stream.of(
                        Hazards.finding(this, analysis, hazard, Optional.of(WAITERS_UNMOUNT - 1), Severity.STALL),
                        Hazards.finding(this, analysis, oneCarrier(hazard), Hazards.ALWAYS, Severity.SLOW)
                                .within(WAITERS_UNMOUNT, Hazards.ALWAYS)));
    }

    private static BlockingSite oneCarrier(BlockingSite hazard) {
        return hazard.because(hazard.reason() + "; the thread that initialises holds its carrier, no other does");
    }
}
