package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./dev servers` on machines that have nothing but what the test gives them.
class ServersTaskTest {

    private static final List<String> NEEDED = List.of(
            "sh",
            "sed",
            "mkdir",
            "rm",
            "mv",
            "chmod",
            "dirname",
            "readlink",
            "head",
            "tail",
            "uname",
            "flock",
            "find",
            "sort",
            "paste",
            "grep",
            "cat");

    @TempDir
    private Path folder;

    private Path clone;
    private Path tools;
    private Path jdk;

    @BeforeEach
    void makeClone() throws IOException {
        clone = folder.resolve("clone");
        Shell.copyLauncher(clone);
        Files.copy(Shell.root().resolve("dev"), clone.resolve("dev"));
        Files.copy(Shell.root().resolve("dev.d/servers"), clone.resolve("dev.d/servers"));
        jdk = Shell.fakeJdk(folder.resolve("jdk"), "25.0.9");
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : NEEDED) {
            for (String bin : List.of("/usr/bin", "/bin")) {
                if (Files.exists(Path.of(bin, tool)) && !Files.exists(tools.resolve(tool))) {
                    Shell.script(tools.resolve(tool), "exec " + bin + "/" + tool + " \"$@\"");
                }
            }
        }
    }

    @Test
    void installedServersAreTaken() throws Exception {
        for (String server : List.of("haproxy", "nginx", "prometheus")) {
            Shell.script(tools.resolve(server), "echo \"" + server + " $*\"");
        }
        Result result = servers();
        assertEquals(0, result.exit(), result::toString);
        Path launchers = Path.of(result.out().strip());
        assertEquals(folder.resolve("cache/heddle/servers"), launchers);
        Result haproxy =
                Shell.run(folder, Map.of(), launchers.resolve("haproxy").toString(), "-f", "a b");
        assertEquals("haproxy -f a b", haproxy.out().strip());
        assertEquals("", servers().err(), "is there already");
    }

    @Test
    void aMachineWithoutAptIsToldWhatToInstall() throws Exception {
        Result result = servers();
        assertEquals(2, result.exit(), result::toString);
        assertTrue(result.err().contains("the servers haproxy nginx prometheus are not installed"), result::err);
        assertTrue(result.err().contains("brew install haproxy nginx prometheus"), result::err);
        assertFalse(Files.exists(folder.resolve("cache/heddle/servers")));
    }

    @Test
    void aptThatCannotDownloadIsQuoted() throws Exception {
        Shell.script(tools.resolve("dpkg"), "");
        Shell.script(tools.resolve("apt-get"), "echo 'E: Temporary failure resolving deb.example' >&2; exit 100");
        Result result = servers();
        assertEquals(2, result.exit(), result::toString);
        assertTrue(result.err().contains("Temporary failure resolving deb.example"), result::err);
        assertFalse(Files.exists(folder.resolve("cache/heddle/servers.fetching")), "what it had begun");
    }

    private Result servers() throws Exception {
        return Shell.run(
                folder,
                Map.of(
                        "PATH", tools.toString(),
                        "HEDDLE_SBIN", tools.toString(),
                        "JAVA_HOME", jdk.toString(),
                        "XDG_CACHE_HOME", folder.resolve("cache").toString()),
                clone.resolve("dev").toString(),
                "servers");
    }
}
