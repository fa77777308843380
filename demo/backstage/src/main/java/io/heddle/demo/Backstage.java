package io.heddle.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Starts PostgreSQL and the slow HTTP service, prints one line of JSON when both are ready, and ends both on SIGTERM,
/// on SIGINT, or, where `--until-eof` asks for it, when standard input ends.
///
/// Exits with 2 and two lines on standard error when it cannot be set up, or when PostgreSQL ends before it is told
/// to.
public final class Backstage {

    private static final int FAILED = 2;

    private Backstage() {}

    /// @param arguments see [Options]
    public static void main(String[] arguments) {
        Stop stop = new Stop(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
        try {
            perform(Options.parse(arguments));
            stop.done();
        } catch (InterruptedException e) {
            stop.done();
        } catch (Refusal e) {
            stop.done();
            if (!stop.told()) {
                System.err.println(e.sentence());
                System.err.println(e.next());
                System.exit(FAILED);
            }
        }
    }

    /// Until standard input ends where it counts; an interrupt is the other way to end it.
    private static void perform(Options options) throws InterruptedException {
        RunAs runAs = RunAs.choose(options.runAs());
        Binaries binaries = Binaries.choose(options.postgres(), runAs);
        String superPassword = secret();
        String userPassword = secret();
        CompletableFuture<Boolean> endedWell = new CompletableFuture<>();
        // From this thread, which waits until the end: PostgreSQL is tied to it.
        try (Downstream downstream = Downstream.start(options.downstreamPort(), options.downstreamMillis());
                Postgres postgres = Postgres.start(binaries, runAs, options.work(), superPassword)) {
            Shop.create(postgres, superPassword, userPassword);
            postgres.ended().thenRun(() -> endedWell.complete(false));
            if (options.untilEof()) {
                Thread.ofPlatform().daemon().name("stdin").start(() -> {
                    awaitEof(System.in);
                    endedWell.complete(true);
                });
            }
            System.out.println(json(postgres, userPassword, binaries, downstream, options.downstreamMillis()));
            if (!endedWell.get()) {
                throw new Refusal(
                        "PostgreSQL ended before it was told to.",
                        "Try again; see whether something else ends processes here.");
            }
        } catch (ExecutionException e) {
            throw new AssertionError("nothing completes it exceptionally", e);
        }
    }

    private static void awaitEof(InputStream stream) {
        try {
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("backstage: standard input broke, which counts as its end: " + e.getMessage());
        }
    }

    private static String json(
            Postgres postgres, String password, Binaries binaries, Downstream downstream, int millis) {
        return """
                {"postgres": {"host": "127.0.0.1", "port": %d, "url": "%s", "user": "%s", "password": "%s", "version": "%s", "source": "%s"}, \
                "downstream": {"url": "%s", "millis": %d}}""".formatted(
                        postgres.port(),
                        postgres.url(Shop.NAME),
                        Shop.NAME,
                        password,
                        binaries.version(),
                        binaries.source(),
                        downstream.url(),
                        millis);
    }

    private static String secret() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
