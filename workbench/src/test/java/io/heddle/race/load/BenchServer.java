package io.heddle.race.load;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The target of `./dev bench load`, in a JVM of its own: says `port N`, does what each line on standard input asks
/// for, and ends with its standard input. `pause` shuts its gate for a second, and says when it did (`pause FROM TO`);
/// `log` begins to note when it answers; `answers` says when it did (`answers AT AT …`). Times are microseconds since
/// the epoch.
final class BenchServer {

    static final Duration PAUSE = Duration.ofSeconds(1);
    static final Duration SERVICE = Duration.ofMillis(50);

    private BenchServer() {}

    public static void main(String[] args) throws Exception {
        try (SleepingJetty jetty = new SleepingJetty(SERVICE.toMillis());
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            System.out.println("port " + jetty.port());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line) {
                    case "log" -> jetty.log().begin();
                    case "answers" ->
                        System.out.println("answers "
                                + Arrays.stream(jetty.log().end())
                                        .mapToObj(Long::toString)
                                        .collect(Collectors.joining(" ")));
                    case "pause" -> pause(jetty.gate());
                    default -> throw new IllegalArgumentException(line);
                }
            }
        }
    }

    private static void pause(SleepingJetty.Gate gate) throws InterruptedException {
        Instant from = Instant.now();
        gate.shut();
        Thread.sleep(PAUSE);
        gate.open();
        Instant to = Instant.now();
        System.out.println("pause " + ChronoUnit.MICROS.between(Instant.EPOCH, from) + " "
                + ChronoUnit.MICROS.between(Instant.EPOCH, to));
    }
}
