package io.heddle.fix.tests;

import io.heddle.fix.source.SourceFile;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs the user's tests in a copy of the work tree, without and with edits, and compares which fail. Reports in
/// JUnit's
/// format tell of each test; without them the command's exit code is one test.
public final class UserTests {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final String COMMAND = "the command";

    private final String command;
    private final WorkTree tree;
    private final Path log;
    private final Consumer<String> say;
    private final Map<String, Boolean> before;

    /// Copies the work tree and runs the tests once, as it is.
    ///
    /// @param command for the shell
    /// @param workTree what the user's tests run in, absolute
    /// @param scratch an empty folder
    /// @param say is told of what takes time
    public UserTests(String command, Path workTree, Path scratch, Consumer<String> say) throws IOException {
        this.command = command;
        this.say = say;
        this.log = scratch.resolve("tests.log");
        say.accept("copying " + workTree + " to run the tests in");
        this.tree = new WorkTree(workTree.toRealPath(), Files.createDirectories(scratch.resolve("tree")));
        say.accept("running the tests before the edits: " + command);
        this.before = run();
        if (before.size() == 1 && !before.containsValue(true)) {
            throw new Failure(
                    "the tests fail before any edit, and leave no report in JUnit's format: " + command,
                    "run it in this folder, and name a command that passes with --tests");
        }
    }

    /// What came of the tests.
    ///
    /// @param worse which test is worse with the edits, twice; empty where none is
    /// @param how many ran, in words
    public record Compared(Optional<String> worse, String how) {}

    /// Runs the tests with other texts.
    public Compared compare(Map<SourceFile, String> texts) throws IOException {
        Map<Path, byte[]> bytes = new HashMap<>();
        texts.forEach((file, text) -> bytes.put(file.path(), file.encoded(text)));
        tree.change(bytes);
        say.accept("running the tests with " + texts.size() + (texts.size() == 1 ? " file" : " files") + " edited");
        Map<String, Boolean> after = run();
        TreeSet<String> worse = worse(after);
        if (!worse.isEmpty()) {
            say.accept("running the tests again: " + worse.first() + " was worse");
            after = run();
            worse.retainAll(worse(after));
        }
        long failing = before.values().stream().filter(passed -> !passed).count();
        return new Compared(
                worse.isEmpty() ? Optional.empty() : Optional.of(worse.first()),
                count(before.size() - 1) + " ran before and after"
                        + (failing == 0 ? "" : ", " + failing + " of them failed before the edits too")
                        + ": " + command);
    }

    private static String count(int tests) {
        return tests == 1 ? "1 test" : tests == 0 ? "a command without reports" : tests + " tests";
    }

    /// Tests that passed before, and fail or are not run any more.
    private TreeSet<String> worse(Map<String, Boolean> after) {
        TreeSet<String> worse = new TreeSet<>();
        before.forEach((test, passed) -> {
            if (passed && !after.getOrDefault(test, false)) {
                worse.add(test);
            }
        });
        after.forEach((test, passed) -> {
            if (!passed && !before.containsKey(test)) {
                worse.add(test);
            }
        });
        return worse;
    }

    private Map<String, Boolean> run() throws IOException {
        // File systems keep times to a second at worst.
        FileTime since = FileTime.from(Instant.now().minusSeconds(1));
        List<String> shell = System.getProperty("os.name", "").startsWith("Windows")
                ? List.of("cmd", "/c", command)
                : List.of("sh", "-c", command);
        Process process = start(shell);
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new Failure(
                        "the tests did not end within an hour: " + command,
                        "name a command that runs fewer of them with --tests");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("the tests were interrupted: " + command, "run heddle fix again", e);
        } finally {
            end(process);
        }
        Map<String, Boolean> passed = new HashMap<>(TestReports.read(tree.folder(), since));
        passed.put(COMMAND, process.exitValue() == 0);
        return passed;
    }

    private Process start(List<String> shell) throws IOException {
        try {
            Process process = new ProcessBuilder(shell)
                    .directory(tree.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile()))
                    .start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new Failure(
                    "the tests cannot be started: " + IoReason.of(e), "name a command of the shell with --tests", e);
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        if (process.isAlive()) {
            all.add(process.toHandle());
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
