package io.heddle.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `heddle canary serve` in a process of its own, over a log of which the test knows the verdict.
///
/// @param address such as `http://127.0.0.1:41234`
record ServedCanary(HeddleRun heddle, String address) implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("answers on (http://[^/]+)/");
    private static final long FIRST_SECOND = 1_764_000_000;
    private static final int PER_SECOND = 40;

    /// @param seconds of traffic in the log, 40 requests a second and arm
    /// @param slower the canary's latency over the baseline's
    static ServedCanary start(Path folder, int seconds, double slower) throws Exception {
        Path log = log(folder.resolve("requests.jsonl"), seconds, slower);
        HeddleRun heddle = HeddleRun.start(
                folder,
                List.of(
                        "canary",
                        "serve",
                        "--baseline",
                        log.toString(),
                        "--canary",
                        log.toString(),
                        "--listen",
                        "127.0.0.1:0",
                        "--every",
                        "500ms"));
        heddle.awaitSaid("answers on ");
        Matcher matcher = ADDRESS.matcher(heddle.err());
        if (!matcher.find()) {
            throw new AssertionError(heddle.err());
        }
        return new ServedCanary(heddle, matcher.group(1));
    }

    private static Path log(Path file, int seconds, double slower) throws IOException {
        Random random = new Random(1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < seconds * PER_SECOND; i++) {
                for (String arm : List.of("baseline", "canary")) {
                    double millis = 20 * Math.exp(0.3 * random.nextGaussian()) * (arm.equals("canary") ? slower : 1);
                    out.write(String.format(
                            Locale.ROOT,
                            "{\"t\": %.3f, \"ms\": %.2f, \"status\": 200, \"arm\": \"%s\"}\n",
                            FIRST_SECOND + (double) i / PER_SECOND,
                            millis,
                            arm));
                }
            }
        }
        return file;
    }

    @Override
    public void close() throws InterruptedException {
        heddle.process().destroy();
        if (!heddle.process().waitFor(20, TimeUnit.SECONDS)) {
            heddle.process().destroyForcibly();
            throw new AssertionError("serve did not end on TERM");
        }
    }
}
