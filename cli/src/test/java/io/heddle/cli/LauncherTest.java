package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./heddle` in a clone whose JDK and Maven are scripts that say what they were asked for.
class LauncherTest {

    @TempDir
    private Path folder;

    private Path clone;
    private Path jdk;
    private Path tools;

    @BeforeEach
    void makeClone() throws IOException {
        clone = folder.resolve("a clone");
        Shell.copyLauncher(clone);
        Files.createDirectories(clone.resolve("cli/src/main/java"));
        Files.createDirectories(clone.resolve("cli/target"));
        Files.writeString(clone.resolve("pom.xml"), "<project/>");
        Shell.touch(clone.resolve("pom.xml"), Instant.now().minusSeconds(100));
        Shell.touch(clone.resolve("cli/src/main/java"), Instant.now().minusSeconds(100));
        jdk = Shell.fakeJdk(folder.resolve("jdk"), "25.0.9");
        tools = Files.createDirectories(folder.resolve("tools"));
        Shell.script(tools.resolve("mvn"), """
                [ "$1" = -v ] && { echo 'Apache Maven 3.9.9'; exit 0; }
                echo built >>'%1$s/builds'
                [ ! -f '%1$s/slowly' ] || sleep 0.5
                [ ! -f '%1$s/break' ] || { echo '[ERROR] cannot find symbol'; exit 1; }
                echo jar >'%2$s/cli/target/heddle.jar'
                """.formatted(folder, clone));
    }

    @Test
    void buildsOnceAndPassesArgumentsAsTheyAre() throws Exception {
        Result first = heddle("race", "two words", "*");
        assertEquals(0, first.exit(), first::toString);
        assertTrue(first.err().contains("building once"), first::toString);
        assertTrue(first.out().endsWith("[race][two words][*]\n"), first::toString);
        assertTrue(first.out().contains("[-Dheddle.root=" + clone.toRealPath() + "]"), first::toString);

        Result second = heddle("--version");
        assertEquals("", second.err());
        assertEquals(1, builds());
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        heddle();
        Files.writeString(clone.resolve("cli/src/main/java/New.java"), "");
        assertTrue(heddle().err().contains("sources changed"));
        assertEquals(2, builds());
    }

    @Test
    void buildsAgainWhenASourceIsGone() throws Exception {
        Path source = Files.writeString(clone.resolve("cli/src/main/java/Old.java"), "");
        Shell.touch(source, Instant.now().minusSeconds(50));
        Shell.touch(clone.resolve("cli/src/main/java"), Instant.now().minusSeconds(50));
        heddle();
        Files.delete(source);
        heddle();
        assertEquals(2, builds());
    }

    @Test
    void aFailedBuildSaysSoAndIsTriedAgain() throws Exception {
        Files.createFile(folder.resolve("break"));
        Result failed = heddle();
        assertEquals(2, failed.exit(), failed::toString);
        assertTrue(failed.err().contains("cannot find symbol"), failed::toString);
        assertTrue(
                failed.err().contains("the build failed\n  try: read " + clone.toRealPath() + "/.heddle/build.log"),
                failed::toString);
        assertEquals("", failed.out());
        Files.delete(folder.resolve("break"));
        assertEquals(0, heddle().exit());
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Files.createFile(folder.resolve("slowly"));
        Process other =
                Shell.start(folder, environment(), clone.resolve("heddle").toString());
        Result mine = heddle();
        assertEquals(0, mine.exit(), mine::toString);
        assertEquals(0, other.waitFor());
        assertEquals(1, builds());
    }

    @Test
    void whoeverStopsTheBuildStopsMaven() throws Exception {
        // What a terminal does at Ctrl-C: the signal goes to all processes of the launcher's group.
        Shell.script(
                tools.resolve("mvn"),
                "[ \"$1\" = -v ] && { echo 'Apache Maven 3.9.9'; exit 0; }; echo $$ >'%s/maven'; exec sleep 60"
                        .formatted(folder));
        Result result = Shell.run(
                folder,
                environment(),
                "python3",
                "-c",
                """
                import os, signal, subprocess, sys, time
                heddle = subprocess.Popen(sys.argv[1:2], start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                deadline = time.time() + 20
                while not (os.path.exists('maven') and open('maven').read().strip()) and time.time() < deadline:
                    time.sleep(0.05)
                os.killpg(heddle.pid, signal.SIGINT)
                heddle.wait(20)
                maven = int(open('maven').read())
                while time.time() < deadline:
                    try:
                        os.kill(maven, 0)
                        time.sleep(0.05)
                    except ProcessLookupError:
                        print('ended')
                        break
                """,
                clone.resolve("heddle").toString());
        assertEquals("ended\n", result.out(), result::toString);
    }

    @Test
    void worksThroughASymbolicLinkInTheCallersFolder() throws Exception {
        heddle();
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("h"), Path.of("../a clone/heddle"));
        Result result = Shell.run(elsewhere, environment(), link.toString(), "race", "app.jar");
        assertEquals(0, result.exit(), result::toString);
        assertTrue(result.out().startsWith(elsewhere.toRealPath() + "\n"), result::toString);
        assertTrue(result.out().contains("[" + clone.toRealPath() + "/cli/target/heddle.jar]"), result::toString);
    }

    @Test
    void theTargetsEnvironmentIsTheCallers() throws Exception {
        heddle();
        Shell.script(jdk.resolve("bin/java"), "env | grep -i -e ^heddle_ -e ^JAVA_HOME");
        assertEquals("HEDDLE_JAVA_HOME=" + jdk + "\n", heddle().out());
    }

    @Test
    void anOldHeddleJavaHomeIsNamed() throws Exception {
        Path old = Shell.fakeJdk(folder.resolve("old"), "21.0.8");
        Result result = Shell.run(
                folder,
                Map.of("PATH", System.getenv("PATH"), "HEDDLE_JAVA_HOME", old.toString()),
                clone.resolve("heddle").toString());
        assertEquals(2, result.exit());
        assertTrue(result.err().contains("HEDDLE_JAVA_HOME is " + old), result::toString);
        assertTrue(result.err().contains("\n  try: "), result::toString);
    }

    @Test
    void aJavaHomeThatIsTooOldIsPassedBy() throws Exception {
        Path old = Shell.fakeJdk(folder.resolve("old"), "1.8.0_472");
        Path sdkman = Shell.fakeJdk(folder.resolve("home/.sdkman/candidates/java/25-tem"), "25.0.1");
        Files.createDirectories(folder.resolve("cache"));
        Map<String, String> environment = Map.of(
                "PATH",
                "/usr/bin:/bin",
                "JAVA_HOME",
                old.toString(),
                "HOME",
                folder.resolve("home").toString(),
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString());
        Result result = Shell.run(
                clone,
                environment,
                "sh",
                "-c",
                "heddle_root=$PWD; . dev.d/lib/jdk.sh; heddle_jdk_fits \"$JAVA_HOME\" 25 99 java && echo fits; heddle_find_jdk 25 99 java && echo \"$heddle_jdk\"");
        assertEquals(0, result.exit(), result::toString);
        assertFalse(result.out().contains("fits"), result::toString);
        // A machine may have a JDK of its own in the folders that come first.
        assertTrue(
                result.out().strip().equals(sdkman.toString())
                        || result.out().startsWith("/usr")
                        || result.out().startsWith("/opt"),
                result::toString);
    }

    private Result heddle(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = clone.resolve("heddle").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return Shell.run(folder, environment(), command);
    }

    private Map<String, String> environment() {
        return Map.of("PATH", tools + ":" + System.getenv("PATH"), "HEDDLE_JAVA_HOME", jdk.toString());
    }

    private long builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds")).size();
    }
}
