package io.heddle.race.load;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The target of `./dev bench load`, in a JVM of its own: says `port N`, shuts its gate for a second at each line `pause` on standard
/// input and says when it did (`pause FROM TO`, microseconds since the epoch), and ends with its standard input.
final class BenchServer {

    static final Duration PAUSE = Duration.ofSeconds(1);
    static final Duration SERVICE = Duration.ofMillis(50);

    private BenchServer() {
    }

    public static void main(String[] args) throws Exception {
        try (SleepingJetty jetty = new SleepingJetty(SERVICE.toMillis());
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            System.out.println("port " + jetty.port());
            while (lines.readLine() != null) {
                Instant from = Instant.now();
                jetty.gate().shut();
                Thread.sleep(PAUSE);
                jetty.gate().open();
                Instant to = Instant.now();
                System.out.println("pause " + ChronoUnit.MICROS.between(Instant.EPOCH, from) + " " + ChronoUnit.MICROS.between(Instant.EPOCH, to));
            }
        }
    }
}
