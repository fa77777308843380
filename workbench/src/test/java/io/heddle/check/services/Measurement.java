package io.heddle.check.services;

import io.heddle.model.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts how often requests enter holders: one at a time, so that each entry belongs to a request whichever
/// thread it happens on, and then several at once, for what runs only where requests wait for each other.
final class Measurement {

    private static final int WARM_UP = 30;
    private static final int AT_ONCE = 16;
    private static final Duration LOAD = Duration.ofSeconds(5);
    /// What a server does once the answer is sent, such as to write a log.
    private static final Duration AFTERWARDS = Duration.ofMillis(3);

    private Measurement() {}

    /// @param requests sent one at a time to each end point
    /// @return a row of each holder, in their order
    /// @throws Failure when the service answers with errors only
    static Map<Holder, Entered> of(TallyPort tally, Client client, List<Holder> holders, int requests)
            throws IOException, InterruptedException {
        Map<Integer, Long> start = tally.entries();
        int sent = 0;
        for (int round = 0; round < WARM_UP; round++) {
            for (int endPoint = 0; endPoint < client.endPoints(); endPoint++) {
                client.send(endPoint);
                sent++;
            }
        }
        Thread.sleep(AFTERWARDS);
        if (client.errors() == sent) {
            throw new Failure("the service answers each request with an error", "read its output");
        }
        Map<Integer, Long> warmUp = tally.entries();
        Map<Integer, Entered.Counts> counts = new HashMap<>();
        for (int endPoint = 0; endPoint < client.endPoints(); endPoint++) {
            for (int request = 0; request < requests; request++) {
                client.send(endPoint);
                Thread.sleep(AFTERWARDS);
                for (Map.Entry<Integer, Long> entered : tally.entries().entrySet()) {
                    counts.computeIfAbsent(entered.getKey(), any -> new Entered.Counts(client.weights(), requests))
                            .add(endPoint, entered.getValue());
                }
            }
        }
        int answered = client.sendAtOnce(AT_ONCE, LOAD);
        Map<Integer, Long> load = tally.entries();
        Map<Holder, Entered> rows = new LinkedHashMap<>();
        for (int i = 0; i < holders.size(); i++) {
            rows.put(
                    holders.get(i),
                    counts.getOrDefault(i, new Entered.Counts(client.weights(), requests))
                            .with(
                                    start.getOrDefault(i, 0L),
                                    warmUp.getOrDefault(i, 0L),
                                    (double) load.getOrDefault(i, 0L) / Math.max(1, answered)));
        }
        return rows;
    }
}
