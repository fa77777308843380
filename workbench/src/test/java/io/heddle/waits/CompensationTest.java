package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The data file against the byte code of the JDKs: who calls `Blocker.begin`?
class CompensationTest {

    private static final String BLOCKER = "jdk/internal/misc/Blocker";

    @Test
    void agreesWithTheByteCodeOf25() throws IOException {
        assertEquals(callers(Path.of(System.getProperty("java.home"))), Compensation.of(25));
    }

    @Test
    void agreesWithTheByteCodeOf21() throws IOException {
        Path home = Path.of(System.getProperty("heddle.jdk21", ""));
        Assumptions.assumeTrue(Files.isRegularFile(home.resolve("lib/modules")), "no JDK 21");
        assertEquals(callers(home), Compensation.of(21));
    }

    @Test
    void aNameLookUpIsCoveredAndAPlainFileOnlyOn21() {
        List<StackFrame> lookUp = List.of(
                frame("java.net.Inet6AddressImpl", "lookupAllHostAddr"),
                frame("java.net.InetAddress$PlatformResolver", "lookupByName"),
                frame("shop.Front", "serve"));
        assertTrue(Compensation.covers(21, lookUp));
        assertTrue(Compensation.covers(25, lookUp));
        List<StackFrame> file = List.of(
                frame("java.io.FileInputStream", "readBytes"),
                frame("java.io.FileInputStream", "read"),
                frame("shop.Front", "serve"));
        assertTrue(Compensation.covers(21, file));
        assertFalse(Compensation.covers(25, file));
        List<StackFrame> calledBack = Stream.concat(Stream.of(frame("shop.Slow", "sleep")), lookUp.stream())
                .toList();
        assertFalse(Compensation.covers(25, calledBack));
    }

    private static List<String> callers(Path home) throws IOException {
        TreeSet<String> callers = new TreeSet<>();
        try (FileSystem jdk = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
                Stream<Path> files = Files.walk(jdk.getPath("/modules/java.base"))) {
            for (Path file :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".class"))::iterator) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                String type = model.thisClass().asInternalName().replace('/', '.');
                if (!type.startsWith("jdk.internal.misc.")) {
                    model.methods().stream()
                            .filter(CompensationTest::begins)
                            .forEach(method ->
                                    callers.add(type + "." + method.methodName().stringValue()));
                }
            }
        }
        return List.copyOf(callers);
    }

    private static boolean begins(MethodModel method) {
        return method.code().stream().flatMap(code -> code.elementStream()).anyMatch(CompensationTest::begins);
    }

    private static boolean begins(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals(BLOCKER)
                && call.name().stringValue().equals("begin");
    }

    private static StackFrame frame(String type, String method) {
        return new StackFrame(type, method, "", 1, -1, false, false);
    }
}
