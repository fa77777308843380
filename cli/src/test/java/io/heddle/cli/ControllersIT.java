package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Controllers' own code asks a running `heddle canary serve`, by the files of docs/canary as they are shipped.
@Tag("slow")
class ControllersIT {

    private static final String ARGO =
            HeddleRun.ROOT.resolve("docs/canary/argo.yaml").toString();
    private static final String FLAGGER =
            HeddleRun.ROOT.resolve("docs/canary/flagger.yaml").toString();
    private static final int REQUESTS = 500;
    private static final int PER_SECOND = 100;

    @TempDir
    private Path folder;

    /// Traffic that shows: nothing worse, half as slow again, nothing yet.
    private enum Log {
        PASS(600, 1),
        FAIL(300, 1.5),
        UNDECIDED(20, 1);

        private final int seconds;
        private final double slower;

        Log(int seconds, double slower) {
            this.seconds = seconds;
            this.slower = slower;
        }
    }

    private ServedCanary serve(Log log) throws Exception {
        return ServedCanary.start(folder, log.seconds, log.slower);
    }

    @Test
    void argoRolloutsIsAnsweredByItsWebMetricAndByItsKayentaMetric() throws Exception {
        GoClient argo = GoClient.build("argo");
        try (ServedCanary pass = serve(Log.PASS)) {
            assertEquals("Successful \"pass\"", argo.ask(ARGO, "no-fail", pass.address()));
            assertEquals("Successful \"pass\"", argo.ask(ARGO, "pass", pass.address()));
            assertEquals("Successful 100", argo.ask(ARGO, "kayenta", pass.address()));
        }
        try (ServedCanary fail = serve(Log.FAIL)) {
            assertEquals("Failed \"fail\"", argo.ask(ARGO, "no-fail", fail.address()));
            assertEquals("Failed \"fail\"", argo.ask(ARGO, "pass", fail.address()));
            assertEquals("Failed 0", argo.ask(ARGO, "kayenta", fail.address()));
        }
        try (ServedCanary undecided = serve(Log.UNDECIDED)) {
            assertEquals("Successful \"undecided\"", argo.ask(ARGO, "no-fail", undecided.address()));
            assertEquals("Inconclusive \"undecided\"", argo.ask(ARGO, "pass", undecided.address()));
            assertEquals("Inconclusive 85", argo.ask(ARGO, "kayenta", undecided.address()));
        }
    }

    /// Flagger's module takes a minute or two to build; [CanaryServerTest] sends the documented request.
    @Test
    @Tag("long")
    void flaggerIsAnsweredByItsWebhooks() throws Exception {
        GoClient flagger = GoClient.build("flagger");
        try (ServedCanary pass = serve(Log.PASS)) {
            assertEquals(List.of("yes", "yes", "no pass"), flagger(flagger, pass));
        }
        try (ServedCanary fail = serve(Log.FAIL)) {
            assertEquals(List.of("no fail", "no fail", "yes"), flagger(flagger, fail));
        }
        try (ServedCanary undecided = serve(Log.UNDECIDED)) {
            assertEquals(List.of("yes", "no undecided", "no undecided"), flagger(flagger, undecided));
        }
    }

    /// What Flagger's caller says to the three hooks, and of what it was told the verdict alone.
    private static List<String> flagger(GoClient flagger, ServedCanary served) throws Exception {
        List<String> said = new ArrayList<>();
        for (String hook : List.of("rollout", "confirm-promotion", "rollback")) {
            said.add(flagger.ask(FLAGGER, hook, served.address()).replaceAll(":.*", ""));
        }
        return said;
    }

    @Test
    void answersInTimeUnderAHundredRequestsASecond() throws Exception {
        try (ServedCanary served = serve(Log.PASS);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(served.address() + "/v1/verdict"))
                    .build();
            List<Double> millis = Collections.synchronizedList(new ArrayList<>());
            List<Thread> askers = new ArrayList<>();
            long begun = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                long due = begun + TimeUnit.SECONDS.toNanos(i) / PER_SECOND;
                askers.add(Thread.ofVirtual().start(() -> {
                    try {
                        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                        assertEquals(
                                200,
                                client.send(request, BodyHandlers.ofString()).statusCode());
                        millis.add((System.nanoTime() - due) / 1e6);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            for (Thread asker : askers) {
                asker.join();
            }
            assertEquals(REQUESTS, millis.size(), "answers");
            List<Double> sorted = millis.stream().sorted().toList();
            String said = String.format(
                    "%d requests at %d/s: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms from the moment each was due",
                    REQUESTS,
                    PER_SECOND,
                    sorted.get(REQUESTS / 2),
                    sorted.get(REQUESTS * 95 / 100),
                    sorted.get(REQUESTS * 99 / 100),
                    sorted.getLast());
            System.out.println(said);
            // Its first answers run in code that is not compiled yet; the machine of a test has others too.
            assertTrue(sorted.get(REQUESTS * 95 / 100) < 50, said);
        }
    }
}
