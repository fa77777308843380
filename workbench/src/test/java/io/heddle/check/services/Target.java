package io.heddle.check.services;

import io.heddle.model.Failure;
import io.heddle.race.requests.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A service that can be started, and what is asked of it.
///
/// @param work an empty folder
/// @param arguments of the service; `{port}` in them is a free port
record Target(Path jar, Workload workload, Path javaHome, Path work, List<String> arguments) {

    /// Sent one at a time to each end point.
    private static final int REQUESTS = 60;

    private static final int AT_ONCE = 32;
    private static final Duration LOAD = Duration.ofSeconds(10);

    /// Runs it as it is and counts.
    Map<Holder, Entered> entered(List<Holder> holders) throws IOException, InterruptedException {
        String agent = TallyJar.into(work, holders);
        try (TallyPort tally = TallyPort.open(work);
                RunningService service =
                        RunningService.start(javaHome, work, List.of(agent), jar, arguments, workload);
                Client client = new Client(workload, service.base())) {
            return Measurement.of(tally, client, holders, REQUESTS);
        }
    }

    /// Runs it with virtual threads and reads who blocked with a carrier. A JDK from 24 on tells of native
    /// frames only.
    ///
    /// @param agent Heddle's own, which flips the server
    Map<Holder, Pinned> pinned(List<Holder> holders, Path agent) throws IOException, InterruptedException {
        Path recording = work.resolve("flight.jfr");
        String flip =
                "-javaagent:" + agent + "=mode=flip,result=" + work.resolve("flip.jsonl") + ",flight=" + recording;
        int answered;
        try (RunningService service = RunningService.start(javaHome, work, List.of(flip), jar, arguments, workload);
                Client client = new Client(workload, service.base())) {
            answered = client.sendAtOnce(AT_ONCE, LOAD);
        }
        if (answered == 0 || !Files.exists(recording)) {
            throw new Failure("the service cannot be measured with virtual threads", "read its output in " + work);
        }
        return Pinned.read(recording, holders, answered);
    }
}
