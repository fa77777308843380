package io.heddle.race.target;

import java.nio.file.Path;
import java.util.List;

/// Stands for Heddle in [KilledHeddleTest]: owns processes until somebody kills it.
final class HeddleToKill {

    private HeddleToKill() {
    }

    /// @param arguments a work directory, and `plain` to do without a supervisor
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        Supervisor supervisor = arguments.length > 1 ? Supervisor.plain("asked to") : Supervisor.start(directory);
        OwnedProcess service = supervisor.launch(Faulty.launch(directory, "daemon"));
        OwnedProcess deaf = supervisor.launch(Faulty.shell(directory, "deaf", List.of("sh", "-c", "trap '' TERM; sleep 300 & sleep 300")));
        long daemon = Long.parseLong(Faulty.said(service, "daemon"));
        Faulty.said(service, "listening on");
        Faulty.await("a whole family", () -> deaf.tree().size() == 3);
        String parent = ProcessHandle.of(service.pid()).flatMap(ProcessHandle::parent).map(handle -> String.valueOf(handle.pid())).orElse("");
        System.out.println("family " + parent + " " + daemon + " " + String.join(" ", pids(service)) + " " + String.join(" ", pids(deaf)));
        Thread.sleep(600_000);
    }

    private static List<String> pids(OwnedProcess process) {
        return process.tree().stream().map(String::valueOf).toList();
    }
}
