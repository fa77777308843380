package io.heddle.lab.threads;

import io.heddle.lab.bench.Missing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A limit of processes and threads for one child and what comes of it, and for nobody else.
final class ProcessLimit {

    /// A user of its own: the kernel counts by user, and exempts root. Nobody else is likely to run as it.
    private static final String USER = "64017";

    private ProcessLimit() {}

    /// Words to put before a command.
    ///
    /// @param most threads of the child
    /// @throws Missing where this system has no such limit
    static List<String> words(int most) {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (!has("prlimit") || root && !has("setpriv")) {
            throw new Missing("a process limit of its own needs Linux with prlimit and setpriv (util-linux)");
        }
        List<String> words = new ArrayList<>(List.of(
                "prlimit",
                "--nproc=" + (root ? most : most + ownThreads()) + ":" + (root ? most : most + ownThreads())));
        if (root) {
            // Only the right to read is kept: a JDK may lie in root's home.
            words.addAll(List.of(
                    "setpriv",
                    "--reuid=" + USER,
                    "--regid=" + USER,
                    "--clear-groups",
                    "--inh-caps=-all,+dac_read_search",
                    "--ambient-caps=+dac_read_search"));
        }
        return words;
    }

    /// Threads that this user has already, which its limit counts too.
    private static long ownThreads() {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            String me = System.getProperty("user.name", "");
            return processes
                    .filter(path -> path.getFileName().toString().chars().allMatch(Character::isDigit))
                    .filter(path -> owner(path).equals(me))
                    .mapToLong(ProcessLimit::tasks)
                    .sum();
        } catch (java.io.IOException e) {
            return 0;
        }
    }

    private static String owner(Path process) {
        try {
            return Files.getOwner(process).getName();
        } catch (java.io.IOException ended) {
            return "";
        }
    }

    private static long tasks(Path process) {
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            return tasks.count();
        } catch (java.io.IOException ended) {
            return 0;
        }
    }

    private static boolean has(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
