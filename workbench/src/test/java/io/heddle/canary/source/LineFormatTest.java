package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.canary.source.LineFormat.Unreadable;
import io.heddle.canary.stats.Outcome;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFormatTest {

    private static final LineFormat JSON = new JsonLines(Clock.NONE, false);
    private static final LineFormat HAPROXY = new HaproxyLines(Clock.NONE, ZoneId.of("Europe/Vienna"));

    @Test
    void theContractsLine() throws Exception {
        Request request = JSON.read("{\"t\": 1764000000.125, \"ms\": 12.3, \"status\": 200, \"arm\": \"canary\"}");
        assertEquals(new Request("canary", 1_764_000_000.125, 12.3, 200), request);
        assertEquals(Outcome.SERVED, request.outcome());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"t\": \"2025-11-24T16:00:00.125Z\", \"status\": 200, \"ms\": 1}",
                "{\"t\": \"2025-11-24T17:00:00.125+01:00\", \"status\": 200, \"ms\": 1}",
                "{\"t\": \"2025-11-24T11:00:00.125-0500\", \"status\": 200, \"ms\": 1}",
                "{\"t\": 1764000000.125, \"status\": 200, \"ms\": 1}",
                "{\"t\": 1764000000125, \"status\": 200, \"ms\": 1}",
                "{\"msec\": \"1764000000.125\", \"status\": 200, \"request_time\": \"0.001\"}"
            })
    void timesAreOneMoment(String line) throws Exception {
        assertEquals(
                Instant.parse("2025-11-24T16:00:00.125Z").toEpochMilli() / 1e3,
                JSON.read(line).seconds(),
                1e-6);
        assertEquals(1, JSON.read(line).millis(), 1e-9);
    }

    /// A figure that cannot be is a mistake of the log, and no request.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"t\": 0, \"status\": 200, \"ms\": 1",
                "\"t\": 12.5, \"status\": 200, \"ms\": 1",
                "\"t\": 1e18, \"status\": 200, \"ms\": 1",
                "\"t\": 1764000000, \"status\": 200, \"ms\": 1e15",
                "\"t\": 1764000000, \"status\": 200, \"seconds\": 1e12",
                "\"start\": 1764000000, \"status\": 200, \"ms\": 1e15",
                "\"start\": 0, \"status\": 200, \"ms\": 1764000000000",
                "\"t\": 1764000000, \"status\": 200, \"ms\": 1e400",
                "\"t\": 1764000000, \"status\": 200, \"ms\": \"NaN\"",
                "\"t\": 1764000000, \"status\": 200, \"ms\": -1",
                "\"t\": 1764000000, \"ms\": 1, \"status\": 99",
                "\"t\": 1764000000, \"ms\": 1, \"status\": 600",
                "\"t\": 1764000000, \"ms\": 1, \"status\": 1e999999999",
                "\"t\": 1764000000, \"ms\": 1, \"status\": 2147483848",
                "\"t\": 1764000000, \"ms\": 1, \"status\": 200.5",
                "\"t\": 1764000000, \"ms\": 1, \"status\": \"fine\"",
            })
    void whatCannotBeIsNoRequest(String rest) {
        assertThrows(Unreadable.class, () -> JSON.read("{" + rest + ", \"arm\": \"canary\"}"));
    }

    @Test
    void classesOfAnswers() throws Exception {
        String rest = "{\"t\": 1764000000, \"ms\": 1, \"status\": ";
        assertEquals(Outcome.REFUSED, JSON.read(rest + "429}").outcome());
        assertEquals(Outcome.REFUSED, JSON.read(rest + "302}").outcome());
        assertEquals(Outcome.SERVED, JSON.read(rest + "304}").outcome());
        assertEquals(Outcome.FAILED, JSON.read(rest + "503}").outcome());
        assertEquals(Outcome.FAILED, JSON.read(rest + "\"-\"}").outcome());
        assertEquals(Outcome.FAILED, JSON.read(rest + "-1}").outcome());
    }

    @Test
    void aRequestCountsWhenItWasAnswered() throws Exception {
        String rest = "\"ms\": 30000, \"status\": 200, \"arm\": \"canary\"}";
        Request answered = new Request("canary", 1_764_000_030, 30_000, 200);
        assertEquals(answered, JSON.read("{\"start\": 1764000000, " + rest));
        assertEquals(answered, JSON.read("{\"start\": 1764000000, \"t\": 1764000030, " + rest));
        assertEquals(answered, HAPROXY.read("{\"t\": 1764000000, " + rest));
    }

    @Test
    void nginxTriesSeveral() throws Exception {
        Request request =
                JSON.read("{\"time_iso8601\":\"2025-11-24T17:00:00+01:00\",\"arm\":\"canary\",\"status\":\"200\","
                        + "\"upstream_response_time\":\"0.010, 0.032\"}");
        assertEquals(new Request("canary", 1_764_000_000, 42, 200), request);
    }

    @Test
    void nginxReachedNobody() throws Exception {
        Request request =
                JSON.read("{\"msec\":1764000000,\"arm\":\"canary\",\"status\":502,\"upstream_response_time\":\"-\"}");
        assertEquals(Outcome.FAILED, request.outcome());
    }

    @Test
    void haproxysOwnFormat() throws Exception {
        Request request =
                HAPROXY.read("<134>Nov 24 17:00:00 haproxy[7]: 10.0.1.2:33317 [24/Nov/2025:17:00:00.000] front"
                        + " app/canary 1/2/3/120/125 200 2750 - - ---- 1/1/1/1/0 0/0 \"GET /users HTTP/1.1\"");
        assertEquals(new Request("canary", 1_764_000_000.125, 125, 200), request);
    }

    @Test
    void haproxysServerDidNotAnswer() throws Exception {
        Request request = HAPROXY.read("haproxy[7]: 10.0.1.2:33317 [24/Nov/2025:17:00:00.000] front"
                + " app/canary 0/0/0/-1/5000 504 194 - - sH-- 1/1/1/1/0 0/0 \"GET /users HTTP/1.1\"");
        assertEquals(Outcome.FAILED, request.outcome());
    }

    @Test
    void haproxysJson() throws Exception {
        Request request = HAPROXY.read(
                "<134>Nov 24 17:00:00 haproxy[7]: {\"t\":1764000000.125,\"arm\":\"old\",\"st\":503,\"ms\":7}");
        // HAProxy tells when it accepted a request: it counts when it was answered.
        assertEquals(new Request("old", 1_764_000_000.132, 7, 503), request);
        assertEquals(Outcome.FAILED, request.outcome());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET / 200",
                "{",
                "{\"t\": 1764000000",
                "{\"t\": 1764000000}",
                "{\"status\": 200, \"ms\": 12}",
                "{\"t\": -1, \"status\": 200, \"ms\": 12}",
                "{\"t\": 1764000000, \"status\": 200, \"ms\": -12}",
                "{\"t\": 1764000000, \"status\": 200, \"ms\": \"NaN\"}",
                "{\"t\": 1764000000, \"status\": 200, \"ms\": 1e999}",
                "{\"t\": 1e300, \"status\": 200, \"ms\": 1}",
                "{\"t\": \"2025-11-24T16:00:00\", \"status\": 200, \"ms\": 1}",
                "{\"t\": [1], \"status\": 200, \"ms\": 1}",
                "[1, 2]",
                "\u0000\u0001{\u0002"
            })
    void whatIsNoRequestSaysWhy(String line) {
        Unreadable why = assertThrows(Unreadable.class, () -> JSON.read(line));
        assertFalse(String.valueOf(why.getMessage()).isBlank());
    }

    /// `proxy_next_upstream`, which is on by default, tries the next server where one gives no answer.
    @Test
    void eachServerThatNginxTriedIsARequestOfItsArm() throws Unreadable {
        List<Request> attempts = JSON.attempts(
                "{\"t\":\"1764000000.1\",\"arm\":\"10.0.0.7:80, 10.0.0.6:80\",\"status\":\"200\",\"seconds\":\"5.001, 0.050\"}");
        assertEquals(2, attempts.size());
        assertEquals("10.0.0.7:80", attempts.getFirst().label());
        assertEquals(Outcome.FAILED, attempts.getFirst().outcome());
        assertEquals(5_001, attempts.getFirst().millis(), 1e-9);
        assertEquals("10.0.0.6:80", attempts.getLast().label());
        assertEquals(Outcome.SERVED, attempts.getLast().outcome());
        assertEquals(50, attempts.getLast().millis(), 1e-9);
    }

    @Test
    void anUnreadableLineSaysWhoseItIs() {
        for (String rest : List.of("\"status\":\"ERROR\",\"ms\":1", "\"status\":499,\"ms\":\"-\"", "\"ms\":1")) {
            Unreadable unreadable = assertThrows(
                    Unreadable.class, () -> JSON.read("{\"t\":1764000000.1," + rest + ",\"arm\":\"canary\"}"));
            assertEquals("canary", unreadable.label());
        }
    }
}
