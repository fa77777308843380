package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of JDK 26 and 27, which need not be here.
class NewerJdkTest {

    private static final String STARTS = """
            public class Service {
                public void serve(Runnable task) { Thread.startVirtualThread(task); }
                %s
            }
            """;
    private static final String WAITS = "public synchronized void await() throws InterruptedException { wait(10); }";
    private static final String SOCKET = """
            public int ask(java.net.Socket socket) throws java.io.IOException {
                socket.getOutputStream().write(1);
                return socket.getInputStream().read();
            }
            """;

    @TempDir
    private Path folder;

    /// The place is one; what it does is another thing where those that wait for the class leave their carriers.
    @Test
    void aClassInitialiserThatBlocksStallsUpTo25AndIsSlowFrom26On() throws IOException {
        List<Finding> findings = check("""
                public class Settings {
                    static final long READ = read();
                    static long read() {
                        try { Thread.sleep(100); } catch (InterruptedException e) { return 0; }
                        return 1;
                    }
                }
                """, "blocking-class-initializer", List.of(21, 26, 27), Map.of());
        assertEquals(
                List.of("STALL 21–25", "SLOW 26–"),
                findings.stream()
                        .map(finding -> finding.severity() + " " + finding.since() + "–"
                                + finding.until().map(String::valueOf).orElse(""))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.2, JDK-8369227 JDK-8373120 JDK-8377811",
        "25.0.3, JDK-8373120",
        "25.0.4, ''",
        "26.0.0, JDK-8369227 JDK-8373120",
        "26.0.1, JDK-8373120",
        "26.0.2, ''",
        "27.0.0, ''"
    })
    void theUpdateDecidesWhichBugsThereAre(String release, String bugs) throws IOException {
        assertEquals(bugs, bugs(STARTS.formatted(WAITS), release));
    }

    @Test
    void aBugThatNeedsACallIsToldWhereTheCodeMakesIt() throws IOException {
        assertEquals("", bugs(STARTS.formatted(""), "26.0.1"));
        assertEquals("JDK-8334574", bugs(STARTS.formatted(SOCKET), "26.0.2"));
    }

    /// Such as the `main` of an example in a library.
    @Test
    void codeThatStartsNoVirtualThreadHasNone() throws IOException {
        assertEquals(
                "", bugs("public class Example { public static void main(String[] all) { } " + WAITS + "}", "26.0.0"));
    }

    /// It may be switched by its environment; what no update mends is not told then.
    @Test
    void aServiceThatBringsItsLibrariesIsToldWhereItStarts() throws IOException {
        Path library = Compiled.of(
                Files.createTempDirectory(folder, "library"), "public class Library { " + WAITS + SOCKET + "}");
        Path service =
                Compiled.all(Files.createTempDirectory(folder, "service"), Map.of("Service", """
                        public class Service {
                            public static void main(String[] all) throws Exception {
                                new Library().await();
                                new Library().ask(new java.net.Socket());
                            }
                        }
                        """), List.of(library));
        CheckOptions options = new CheckOptions(
                        List.of(service),
                        List.of(library),
                        Map.of(),
                        List.of(26),
                        Map.of(),
                        false,
                        false,
                        Confidence.LIKELY,
                        Set.of("known-jdk-bug"),
                        Map.of(26, "26.0.1"))
                .asService();
        assertEquals(
                List.of("main JDK-8373120"),
                Checker.run(options).findings().stream()
                        .map(finding -> finding.method() + " " + name(finding))
                        .toList());
    }

    private static String name(Finding finding) {
        return finding.reason().replaceFirst(".*(JDK-\\d+).*", "$1");
    }

    private String bugs(String code, String release) throws IOException {
        int feature = Integer.parseInt(release.substring(0, 2));
        Stream<String> names = check(code, "known-jdk-bug", List.of(feature), Map.of(feature, release)).stream()
                .map(NewerJdkTest::name);
        return String.join(" ", names.sorted().toList());
    }

    private List<Finding> check(String code, String rule, List<Integer> jdks, Map<Integer, String> releases)
            throws IOException {
        Path classes = Compiled.of(Files.createTempDirectory(folder, "classes"), code);
        return Checker.run(new CheckOptions(
                        List.of(classes),
                        List.of(),
                        Map.of(),
                        jdks,
                        Map.of(),
                        false,
                        false,
                        Confidence.LIKELY,
                        Set.of(rule),
                        releases))
                .findings();
    }
}
