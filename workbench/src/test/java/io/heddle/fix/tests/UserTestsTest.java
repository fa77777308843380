package io.heddle.fix.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.source.SourceFile;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shell script stands for the user's build: a test fails where the source says so.
class UserTestsTest {

    private static final String BUILD = """
            mkdir -p target/surefire-reports
            bad=''
            grep -q broken src/A.java && bad='<failure message="x"/>'
            [ -e flaky ] && rm flaky && bad='<error/>'
            { echo '<testsuite><testcase classname="T" name="one"/>'
              echo "<testcase classname=\\"T\\" name=\\"two\\">$bad</testcase>"
              echo '<testcase classname="T" name="old"><failure/></testcase></testsuite>'; } > target/surefire-reports/TEST-T.xml
            exit 1
            """;

    @TempDir
    private Path folder;

    private Path tree = Path.of("");
    private SourceFile source =
            new SourceFile(Path.of(""), "", new byte[0], java.nio.charset.StandardCharsets.UTF_8, "");

    @BeforeEach
    void project() throws IOException {
        tree = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(tree.resolve("src"));
        Files.writeString(tree.resolve("build.sh"), BUILD);
        Files.createSymbolicLink(tree.resolve("link.sh"), Path.of("build.sh"));
        source = SourceFile.read(Files.writeString(tree.resolve("src/A.java"), "class A {}\n"), "src/A.java");
    }

    private UserTests tests(String command) throws IOException {
        return new UserTests(command, tree, Files.createTempDirectory(folder, "scratch"), _ -> {});
    }

    @Test
    void aTestThatFailsWithTheEditAloneIsWorse() throws IOException {
        UserTests tests = tests("sh link.sh");
        assertEquals(
                Optional.of("T.two"),
                tests.compare(Map.of(source, "class A {} // broken\n")).worse());
        UserTests.Compared same = tests.compare(Map.of(source, "class A {} // fine\n"));
        assertEquals(Optional.empty(), same.worse());
        assertTrue(same.how().startsWith("3 tests ran before and after, 2 of them failed before"), same::how);
        assertEquals("class A {}\n", Files.readString(tree.resolve("src/A.java")));
    }

    @Test
    void whatFailsOnceIsRunAgain() throws IOException {
        UserTests tests = tests("if grep -q edited src/A.java && ! [ -e ran ]; then touch ran flaky; fi; sh build.sh");
        assertEquals(
                Optional.empty(),
                tests.compare(Map.of(source, "class A {} // edited\n")).worse());
    }

    @Test
    void withoutReportsTheExitCodeIsOneTest() throws IOException {
        UserTests tests = tests("! grep -q broken src/A.java");
        assertEquals(
                Optional.of("the command"),
                tests.compare(Map.of(source, "class A {} // broken\n")).worse());
        Failure failure = assertThrows(Failure.class, () -> tests("exit 3"));
        assertTrue(failure.sentence().startsWith("the tests fail before any edit"), failure::sentence);
    }
}
