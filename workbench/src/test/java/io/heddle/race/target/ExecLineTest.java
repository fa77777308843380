package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecLineTest {

    @TempDir
    Path directory;

    /// The shell itself says what is right, for lines in which it expands nothing.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b  c",
                " a\tb ",
                "'a b' c",
                "\"a b\"c",
                "a\\ b",
                "'a\"b' \"a'b\"",
                "\"a\\\"b\\\\c\\d\"",
                "'a\\b'",
                "'' x \"\"",
                "a'b'\"c\"d",
                "-Dx='a b' --y=\"c d\"",
                "sh -c 'cd x && {java} -jar \"y z.jar\"'"
            })
    void splitsAsAShellDoes(String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "for w in " + line + "; do printf '%s\\n' \"$w\"; done").start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(words, String.join("\n", ExecLine.split(line)) + "\n");
    }

    @Test
    void refusesWhatIsNotWhole() {
        assertTrue(assertThrows(Failure.class, () -> ExecLine.split("a 'b"))
                .sentence()
                .contains("' open"));
        assertThrows(Failure.class, () -> ExecLine.split("a \"b"));
        assertThrows(Failure.class, () -> ExecLine.split("  "));
        Failure noJava = assertThrows(
                Failure.class,
                () -> ExecLine.withJava(List.of("./gradlew", "run"), Path.of("java"), List.of(), directory));
        assertTrue(noJava.sentence().contains("{java}"), noJava.sentence());
    }

    @Test
    void runsTheChosenJavaWithHeddlesOptionsFirst() throws Exception {
        Path odd = Files.createDirectories(directory.resolve("a b'c/bin"));
        Path java = Files.writeString(odd.resolve("java"), "#!/bin/sh\nprintf '[%s]' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        List<String> options = List.of("-Dx=a b", "-Dy=it's $HOME", "-javaagent:/x y/agent.jar=mode=flip");
        String expected = "[-Dx=a b][-Dy=it's $HOME][-javaagent:/x y/agent.jar=mode=flip]";
        assertEquals(
                expected + "[-jar][my app.jar]",
                run(ExecLine.withJava(ExecLine.split("{java} -jar 'my app.jar'"), java, options, odd)));
        assertEquals(
                expected + "[-jar][my app.jar]",
                run(ExecLine.withJava(
                        ExecLine.split("sh -c 'true && {java} -jar \"my app.jar\"'"), java, options, odd)));
    }

    @Test
    void writesTheProgramIntoTheWorkDirectoryWhereAShellCanTakeIt() {
        List<String> words = ExecLine.withJava(List.of("{java}"), Path.of("/x/java"), List.of(), Path.of("/tmp"));
        assertTrue(words.getFirst().startsWith("/tmp/java-"), words.toString());
        assertFalse(words.getFirst().contains("{java}"));
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
