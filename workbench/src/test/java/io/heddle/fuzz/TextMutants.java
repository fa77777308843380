package io.heddle.fuzz;

import io.heddle.model.Failure;
import io.heddle.race.requests.RequestsFile;
import io.heddle.report.check.Baseline;
import io.heddle.report.check.CheckReader;
import io.heddle.report.race.RaceReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/// Damages the text files that Heddle takes from its user: reports, recorded traffic, requests, baselines. Each must be
/// read or be refused in a sentence.
public final class TextMutants {

    private static final String REPORT = """
            {"tool": {"version": "1", "command": ["heddle", "check"]}, "targets": ["app.jar"], "jdk": [21, 25],
             "seconds": 1.5, "confidence": "likely",
             "read": {"artifacts": 1, "classes": 2, "classesThere": 3, "methods": 4, "unknownCallSites": 1,
              "unknown": [{"site": "A.b:1", "called": "C.d", "targets": 7}],
              "unreadable": [{"place": "x.jar", "why": "torn"}]},
             "findings": [{"rule": "blocking-under-monitor", "jdk": {"since": 21, "until": 23}, "severity": "stall",
              "confidence": "certain", "reason": "", "reachable": "request", "artifact": "a:b:1", "class": "A",
              "method": "b", "descriptor": "()V", "source": "A.java", "line": 12,
              "path": [{"class": "A", "method": "b", "descriptor": "()V", "line": 1, "artifact": "a:b:1"}],
              "sink": "java.lang.Thread.sleep", "advice": "", "fingerprint": "0123456789abcdef", "known": false,
              "seen": {"count": 1, "totalMillis": 2.5}, "match": "predicted"}], "notes": ["none"]}
            """;
    private static final String HAR = """
            {"log": {"version": "1.2", "entries": [
             {"request": {"method": "GET", "url": "http://127.0.0.1:8080/api/users?a=b#c",
              "headers": [{"name": "Accept", "value": "*/*"}], "cookies": [{"name": "s", "value": "1"}]},
              "response": {"status": 200}},
             {"request": {"method": "POST", "url": "https://example.com/api/orders", "headers": [],
              "postData": {"mimeType": "application/json", "text": "{}"}}, "response": {"status": 201}}]}}
            """;
    private static final String REQUESTS = """
            # the shop
            {"path": "/api/users", "weight": 3}
            {"method": "POST", "path": "/api/orders?x=1", "headers": {"Accept": ["a"]}, "body": {"id": 1}}
            {"path": "/api/carts", "cookies": {"s": "1"}}
            /api/quote
            POST http://127.0.0.1:8080/api/orders
            """;
    private static final String BASELINE = """
            # accepted
            0123456789abcdef blocking-under-monitor com.example.Shop.buy com.example:shop
            fedcba9876543210 lock-under-monitor com.example.Till.open com.example:till
            """;

    /// A kind of text and what reads it.
    private enum Kind {
        CHECK_REPORT(REPORT),
        RACE_REPORT(resource("/report/sample.json")),
        HAR_FILE(HAR),
        REQUESTS_FILE(REQUESTS),
        BASELINE_FILE(BASELINE);

        private final String original;

        Kind(String original) {
            this.original = original;
        }
    }

    private TextMutants() {}

    private static String resource(String name) {
        try (InputStream file = Objects.requireNonNull(TextMutants.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Makes a mutant and reads it.
    ///
    /// @param scratch a folder to write into
    /// @return whether it was refused
    /// @throws RuntimeException of any other kind than [Failure] when a reader crashes
    public static boolean refused(Path scratch, Random random) throws IOException {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        String text = Texts.mutate(kind.original, random);
        try {
            switch (kind) {
                case CHECK_REPORT -> CheckReader.read(text);
                case RACE_REPORT -> RaceReader.read(text);
                case BASELINE_FILE -> Baseline.read(text, "baseline.txt").text();
                case HAR_FILE, REQUESTS_FILE -> {
                    Path file = scratch.resolve("requests");
                    Files.writeString(file, text.replaceAll("\\p{Cs}", "?"));
                    RequestsFile.read(file, List.of());
                }
            }
            return false;
        } catch (Failure refused) {
            return true;
        }
    }
}
