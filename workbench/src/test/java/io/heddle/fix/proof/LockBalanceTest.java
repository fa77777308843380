package io.heddle.fix.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.check.Compiled;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is accepted releases the lock once on every path; what people get wrong by hand is not.
class LockBalanceTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock.lock(); try { work(); } finally { lock.unlock(); }",
                "lock.lock(); try { if (n > 0) { return; } work(); } finally { lock.unlock(); }",
                "lock.lock(); try { try { work(); } catch (RuntimeException e) { n++; } } finally { lock.unlock(); }",
                "while (n > 0) { lock.lock(); try { if (n == 3) { continue; } work(); } finally { lock.unlock(); } }",
                "lock.lock(); try { lock.lock(); try { work(); } finally { lock.unlock(); } } finally { lock.unlock(); }",
                "other.lock(); try { work(); } finally { n = 1; }",
                "synchronized (this) { lock.lock(); try { work(); } finally { lock.unlock(); } }"
            })
    void accepts(String body) throws IOException {
        assertEquals(List.of(), unbalanced(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // never released
                "lock.lock(); work();",
                // not where it throws
                "lock.lock(); work(); lock.unlock();",
                // not on an early return
                "lock.lock(); if (n > 0) { return; } lock.unlock();",
                // twice
                "lock.lock(); try { work(); } finally { lock.unlock(); } lock.unlock();",
                // jackson-databind 2.17.1: what throws in lock() would be followed by unlock()
                "try { lock.lock(); work(); } finally { lock.unlock(); }",
                // something that throws between lock and try
                "lock.lock(); work(); try { work(); } finally { lock.unlock(); }",
                // only if
                "lock.lock(); try { work(); } finally { if (n > 0) { lock.unlock(); } }"
            })
    void refuses(String body) throws IOException {
        assertFalse(unbalanced(body).isEmpty(), body);
    }

    @Test
    void catchesOfSomeExceptionsAreNotEnough() throws IOException {
        assertFalse(
                unbalanced("lock.lock(); try { work(); lock.unlock(); } catch (RuntimeException e) { lock.unlock(); }")
                        .isEmpty());
    }

    private List<String> unbalanced(String body) throws IOException {
        String code = """
                import java.util.concurrent.locks.ReentrantLock;

                public class Code {
                    private final ReentrantLock lock = new ReentrantLock();
                    private final ReentrantLock other = new ReentrantLock();
                    int n;

                    void work() {}

                    void run() { %s }
                }
                """.formatted(body);
        Path classes = Compiled.all(Files.createTempDirectory(folder, "classes"), Map.of("Code", code), List.of());
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader = new ArchiveReader(25, Map.of(), unreadables);
        reader.add(classes, Role.TARGET);
        try (JdkImage image = JdkImage.running()) {
            ClassHierarchy hierarchy =
                    new ClassHierarchy(new ClassFinder(reader.classPath(), image), unreadables, List.of(25));
            Type type = hierarchy.type("Code");
            Method run = type.declares("run").orElseThrow();
            return LockBalance.violations(
                    new CodeReader(hierarchy), run, Set.of(Objects.requireNonNull(type.field("lock"))));
        }
    }
}
