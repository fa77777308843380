package io.heddle.race.target;

import java.nio.file.Path;
import java.util.List;

/// Stands for Heddle in [KilledHeddleTest]: owns processes until somebody kills it.
final class HeddleToKill {

    private HeddleToKill() {}

    /// @param arguments a work directory; then `plain` to do without a supervisor, or `options` to print
    ///     which JVM options target and supervisor got
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        if (arguments.length > 1 && arguments[1].equals("options")) {
            printOptions(directory);
            return;
        }
        Supervisor supervisor =
                arguments.length > 1 ? Supervisor.plain("asked to") : Supervisor.startIn(directory.resolve("scratch"));
        OwnedProcess service = supervisor.launch(Faulty.launch(directory, "daemon"));
        OwnedProcess deaf = supervisor.launch(
                Faulty.shell(directory, "deaf", List.of("sh", "-c", "trap '' TERM; sleep 300 & sleep 300")));
        long daemon = Long.parseLong(Faulty.said(service, "daemon"));
        Faulty.said(service, "listening on");
        Faulty.await("a whole family", () -> deaf.tree().size() == 3);
        String parent = ProcessHandle.of(service.pid())
                .flatMap(ProcessHandle::parent)
                .map(handle -> String.valueOf(handle.pid()))
                .orElse("");
        System.out.println("family " + parent + " " + daemon + " " + String.join(" ", pids(service)) + " "
                + String.join(" ", pids(deaf)));
        Thread.sleep(600_000);
    }

    private static void printOptions(Path directory) throws Exception {
        try (Supervisor supervisor = Supervisor.start(directory)) {
            OwnedProcess process = supervisor.launch(
                    Faulty.shell(
                            directory,
                            "options",
                            List.of(
                                    "sh",
                                    "-c",
                                    "echo \"target $JAVA_TOOL_OPTIONS\"; tr '\\0' '\\n' < /proc/$PPID/environ | grep ^JAVA_TOOL; echo end of it")));
            Faulty.said(process, "end");
            System.out.println(process.lastLines(9));
        }
    }

    private static List<String> pids(OwnedProcess process) {
        return process.tree().stream().map(String::valueOf).toList();
    }
}
