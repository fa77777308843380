package io.heddle.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The steps of `action.yml` and the snippets of `docs/guard.md`, run as a runner runs them.
@Tag("slow")
class ActionIT {

    private static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "../..")).toAbsolutePath().normalize();
    private static final Path SCRIPTS = ROOT.resolve("guard/action");
    private static final Path JAR = ROOT.resolve("cli/target/heddle.jar");

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    private record Step(int exitCode, String output) {}

    @BeforeEach
    void prepare() throws IOException, NoSuchAlgorithmException {
        Path source = Files.writeString(folder.resolve("Shop.java"), """
                class Shop {
                    synchronized void place() throws InterruptedException {
                        Thread.sleep(50);
                    }
                }
                """);
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertEquals(0, javac.run(System.out, System.err, "-d", folder + "/classes", source.toString()));
        environment.putAll(Map.of(
                "HOME", folder.resolve("home").toString(),
                "RUNNER_TEMP", folder.toString(),
                "GITHUB_OUTPUT", folder.resolve("output").toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "HEDDLE_URL", JAR.toUri().toString(),
                "HEDDLE_SHA256", sha256(JAR),
                "HEDDLE_TARGET", folder.resolve("classes").toString(),
                "HEDDLE_BASELINE", "heddle-baseline.txt",
                "HEDDLE_FAIL_ON", "stall",
                "HEDDLE_OPTIONS", "--jdk 21"));
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private Step run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Step(process.waitFor(), output);
    }

    private Step script(String name) throws IOException, InterruptedException {
        return run("sh", SCRIPTS.resolve(name).toString());
    }

    private String output(String name) throws IOException {
        return Files.readAllLines(folder.resolve("output")).stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1))
                .reduce("", (before, last) -> last);
    }

    @Test
    void everyStepOfTheActionIsAScriptAndEveryScriptAStep() throws IOException {
        String action = Files.readString(ROOT.resolve("action.yml"));
        List<String> named = Pattern.compile("/guard/action/(\\S+)\"")
                .matcher(action)
                .results()
                .map(match -> match.group(1))
                .sorted()
                .toList();
        try (Stream<Path> scripts = Files.list(SCRIPTS)) {
            assertEquals(
                    scripts.map(script -> Objects.toString(script.getFileName()))
                            .sorted()
                            .toList(),
                    named);
        }
    }

    @Test
    void thePinIsToldAndFailsAtTheEnd() throws IOException, InterruptedException {
        assertEquals(0, script("java.sh").exitCode());
        environment.put("HEDDLE_JAVA_HOME", output("home"));
        assertEquals(new Step(0, ""), script("jar.sh"));
        assertEquals(new Step(0, ""), script("jar.sh"), "the second time it is in the cache");
        Step check = script("check.sh");
        assertEquals(0, check.exitCode());
        assertTrue(check.output().contains("::error title=heddle blocking-under-monitor::"), check.output());
        assertEquals("1", output("exit"));
        assertTrue(Files.readString(Path.of(output("sarif"))).contains("\"blocking-under-monitor\""));
        assertTrue(Files.readString(Path.of(output("markdown"))).contains("blocking-under-monitor"));
    }

    @Test
    void anotherJarThanTheOneAskedForIsRefused() throws IOException, InterruptedException {
        environment.put("HEDDLE_SHA256", "0".repeat(64));
        Step jar = script("jar.sh");
        assertEquals(2, jar.exitCode());
        assertTrue(jar.output().contains("and not the input sha256"), jar.output());
        try (Stream<Path> cached = Files.list(folder.resolve("home/.cache/heddle"))) {
            assertEquals(0, cached.count());
        }
    }

    @Test
    void oneCommentIsMadeAndThenReplaced() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path gh = Files.writeString(bin.resolve("gh"), """
                #!/bin/sh
                echo "$*" >>"$GH_LOG"
                case "$*" in *--paginate*) cat "$GH_IDS" ;; esac
                """);
        Files.setPosixFilePermissions(gh, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = folder.resolve("log");
        Path ids = Files.writeString(folder.resolve("ids"), "");
        environment.putAll(Map.of(
                "PATH",
                bin + ":" + System.getenv("PATH"),
                "GH_LOG",
                log.toString(),
                "GH_IDS",
                ids.toString(),
                "GITHUB_REPOSITORY",
                "example/shop",
                "HEDDLE_PULL_REQUEST",
                "7",
                "HEDDLE_COMMENT",
                Files.writeString(folder.resolve("a.md"), "# Findings\n").toString()));
        assertEquals(new Step(0, ""), script("comment.sh"));
        assertTrue(Files.readString(log).contains("--method POST repos/example/shop/issues/7/comments --field body=@"));
        Files.writeString(ids, "41\n42\n");
        assertEquals(new Step(0, ""), script("comment.sh"));
        assertTrue(
                Files.readString(log).contains("--method PATCH repos/example/shop/issues/comments/41 --field body=@"));
    }

    @Test
    void theCommandsForOtherBuildServersWork() throws IOException, InterruptedException {
        String page = Files.readString(ROOT.resolve("docs/guard.md"));
        Files.copy(JAR, folder.resolve("heddle.jar"));
        List<String> commands = Pattern.compile("java -jar heddle\\.jar check target/classes[^'\n]*")
                .matcher(page)
                .results()
                .map(match -> match.group())
                .toList();
        assertEquals(2, commands.size(), "GitLab's and Jenkins'");
        Files.createDirectory(folder.resolve("target"));
        Files.move(folder.resolve("classes"), folder.resolve("target/classes"));
        Files.writeString(folder.resolve("heddle-baseline.txt"), "");
        for (String command : commands) {
            Step step = run("sh", "-c", "PATH=$JAVA_HOME/bin:$PATH; " + command);
            assertEquals(1, step.exitCode(), step.output());
            String report = command.replaceFirst(".*--(?:sarif|code-quality) (\\S+).*", "$1");
            assertFalse(Files.readString(folder.resolve(report)).isBlank());
        }
    }
}
