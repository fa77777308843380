package io.heddle.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL server on loopback, a child of this process, with data that go when it is closed.
///
/// It is started as `postgres` itself and not by `pg_ctl start`, which puts it into a session of its own: whoever ends
/// this process's session must end the database too. Nothing is synced to disk.
final class Postgres implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final List<String> SETTINGS = List.of(
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
            "jit=off",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=300",
            "shared_buffers=32MB");

    private final Process process;
    private final Path folder;
    private final int port;

    private Postgres(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /// Makes a data folder and starts the server; it takes connections when this returns.
    ///
    /// The calling thread must live as long as the server should: Linux ends the server when that thread ends.
    ///
    /// @param password of the superuser `postgres`
    static Postgres start(Binaries binaries, RunAs runAs, Path work, String password) throws InterruptedException {
        try {
            Path folder = runAs.newFolder(work);
            try {
                return start(binaries, runAs, folder, folder.resolve("postgres.log"), password);
            } catch (IOException | InterruptedException e) {
                discard(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new Refusal(
                    "PostgreSQL cannot be set up in " + work + ": " + e.getMessage(),
                    "See that the folder can be written and has 200 MB of free space, or give another: --work DIR.",
                    e);
        }
    }

    private static Postgres start(Binaries binaries, RunAs runAs, Path folder, Path log, String password)
            throws IOException, InterruptedException {
        initdb(binaries, runAs, folder, log, password);
        int port = freePort();
        Postgres server = new Postgres(launch(binaries, runAs, folder, log, port), folder, port);
        try {
            server.awaitReady(log, password);
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    int port() {
        return port;
    }

    /// JDBC address of a database on this server.
    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /// Completes when the server has ended, whoever ended it.
    CompletableFuture<Process> ended() {
        return process.onExit();
    }

    /// Stops the server, first politely (at most 5 s), and deletes its data.
    @Override
    public void close() {
        // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one; SIGTERM would wait for clients to
        // leave.
        for (String signal : List.of("INT", "QUIT")) {
            if (process.isAlive()) {
                Commands.ask(List.of("sh", "-c", "kill -" + signal + " " + process.pid()));
                awaitEnd(5);
            }
        }
        if (process.isAlive()) {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(5);
        }
        discard(folder);
    }

    private static void discard(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            System.err.println("backstage: could not delete " + folder + ": " + e.getMessage());
        }
    }

    private void awaitEnd(int seconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean interrupted = false;
        while (process.isAlive() && System.nanoTime() < deadline) {
            try {
                process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void initdb(Binaries binaries, RunAs runAs, Path folder, Path log, String password)
            throws IOException, InterruptedException {
        Path secret = folder.resolve("password");
        Files.writeString(secret, password, StandardCharsets.UTF_8);
        Files.setOwner(secret, Files.getOwner(folder));
        List<String> command = List.of(
                binaries.folder().resolve("initdb").toString(),
                "-D",
                data(folder),
                "-U",
                "postgres",
                "-A",
                "scram-sha-256",
                "--pwfile=" + secret,
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync");
        Process process = Commands.prepare(Commands.concat(runAs.prefix(), command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        String said = "";
        try {
            if (process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0) {
                Files.delete(secret);
                return;
            }
            said = Commands.tail(log, 3);
        } catch (InterruptedException e) {
            process.destroyForcibly().waitFor();
            throw e;
        }
        process.destroyForcibly().waitFor();
        throw new IOException("initdb of " + binaries.folder() + " failed: " + said);
    }

    private static Process launch(Binaries binaries, RunAs runAs, Path folder, Path log, int port) throws IOException {
        List<String> command = new ArrayList<>(runAs.prefix());
        // After the change of identity, which would undo it: the server ends with this process even by kill
        // -9. Linux only.
        List<String> tie = List.of("setpriv", "--pdeathsig", "INT", "--");
        if (Commands.ask(Commands.concat(tie, List.of("true"))).isPresent()) {
            command.addAll(tie);
        }
        command.addAll(List.of(
                binaries.folder().resolve("postgres").toString(), "-D", data(folder), "-p", String.valueOf(port)));
        SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
        return Commands.prepare(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void awaitReady(Path log, String password) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        String last = "";
        while (process.isAlive() && System.nanoTime() < deadline) {
            try (Connection connection = DriverManager.getConnection(url("postgres"), "postgres", password)) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException e) {
                last = String.valueOf(e.getMessage());
            }
            Thread.sleep(20);
        }
        throw new IOException("the server took no connection (" + last + "): " + Commands.tail(log, 3));
    }

    private static String data(Path folder) {
        return folder.resolve("data").toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
