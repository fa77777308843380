package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Heddle's end of the pipes to [SupervisorMain].
final class SupervisedStarter implements Starter {

    /// A JVM reads them as its own options; they are the target's and must not change the supervisor.
    private static final List<String> FOR_THE_TARGET =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final long READY_SECONDS = 10;
    private static final long START_SECONDS = 30;
    private static final long END_SECONDS = 11;

    private final Process process;
    private final Path log;
    private final DataOutputStream orders;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final Map<Integer, CompletableFuture<Long>> starting = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<Integer>> exits = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    private SupervisedStarter(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.orders = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        Thread.ofPlatform().daemon().name("heddle-supervisor").start(this::listen);
    }

    /// @param log takes what the supervising JVM has to say; removed at the end when that is nothing
    ///
    /// @param scratch a folder that the supervising JVM removes if Heddle is killed; empty for none
    static SupervisedStarter start(Path log, Optional<Path> scratch) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx32m",
                "-Xss512k",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                ownClassPath(),
                SupervisorMain.class.getName()));
        scratch.ifPresent(folder -> command.add(folder.toAbsolutePath().toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(FOR_THE_TARGET);
        return new SupervisedStarter(
                builder.redirectError(Redirect.to(log.toFile())).start(), log);
    }

    @Override
    public Started start(Launch launch, Map<String, String> environment) {
        int id = lastId.incrementAndGet();
        CompletableFuture<Long> pid = new CompletableFuture<>();
        CompletableFuture<Integer> exit = new CompletableFuture<>();
        starting.put(id, pid);
        exits.put(id, exit);
        try {
            synchronized (orders) {
                new SupervisorProtocol.Order(
                                id,
                                launch.command(),
                                launch.workingDirectory().toString(),
                                withTargetsOwn(environment),
                                launch.output().toString())
                        .write(orders);
            }
            return new Started(pid.orTimeout(START_SECONDS, TimeUnit.SECONDS).join(), exit);
        } catch (CompletionException refused) {
            throw PlainStarter.cannotStart(launch, message(refused));
        } catch (IOException gone) {
            throw new Failure("Heddle's supervisor ended: " + IoReason.of(gone), "look into " + log, gone);
        } finally {
            starting.remove(id);
        }
    }

    @Override
    public boolean works() {
        return whatItLacks().isPresent() && process.isAlive();
    }

    @Override
    public Optional<String> guaranteeOff() {
        if (!works()) {
            return Optional.of("Heddle's supervisor does not run" + (Files.exists(log) ? "; see " + log : ""));
        }
        return whatItLacks().filter(sentence -> !sentence.isEmpty());
    }

    /// As [Wire.Report.Ready]; empty when it did not get ready.
    private Optional<String> whatItLacks() {
        try {
            return Optional.of(ready.get(READY_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public Set<ProcessHandle> children() {
        Set<ProcessHandle> children = new HashSet<>();
        if (process.isAlive()) {
            process.toHandle().children().forEach(children::add);
        }
        return children;
    }

    @Override
    public void close() {
        try (orders) {
            SupervisorProtocol.Order.FAREWELL.write(orders);
        } catch (IOException alreadyGone) {
            // It ended by itself, and with it the pipe.
        }
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            if (Files.exists(log) && Files.size(log) == 0) {
                Files.delete(log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException keepsTheLog) {
            // An empty file more in the work directory.
        }
    }

    private void listen() {
        try (DataInputStream reports = new DataInputStream(process.getInputStream())) {
            while (true) {
                switch (SupervisorProtocol.Report.read(reports)) {
                    case SupervisorProtocol.Report.Ready(String off) -> ready.complete(off);
                    case SupervisorProtocol.Report.Started(int id, long pid) -> complete(starting.get(id), pid);
                    case SupervisorProtocol.Report.Refused(int id, String why) -> fail(starting.get(id), why);
                    case SupervisorProtocol.Report.Exited(int id, int code) -> complete(exits.remove(id), code);
                }
            }
        } catch (IOException end) {
            String why = end instanceof EOFException ? "it closed its pipe" : IoReason.of(end);
            ready.completeExceptionally(new IOException(why));
            starting.values().forEach(pid -> fail(pid, "the supervisor ended"));
            exits.values().forEach(exit -> fail(exit, "the supervisor ended"));
        }
    }

    private static <T> void complete(@Nullable CompletableFuture<T> future, T value) {
        if (future != null) {
            future.complete(value);
        }
    }

    private static void fail(@Nullable CompletableFuture<?> future, String why) {
        if (future != null) {
            future.completeExceptionally(new IOException(why));
        }
    }

    private static String message(CompletionException e) {
        return e.getCause() == null
                ? String.valueOf(e.getMessage())
                : String.valueOf(e.getCause().getMessage());
    }

    private static Map<String, String> withTargetsOwn(Map<String, String> environment) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String name : FOR_THE_TARGET) {
            String value = System.getenv(name);
            if (value != null) {
                all.put(name, value);
            }
        }
        all.putAll(environment);
        return all;
    }

    private static String ownClassPath() throws IOException {
        CodeSource source = SupervisorMain.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IOException("Heddle does not know its own jar");
        }
        try {
            return Path.of(source.getLocation().toURI()).toString();
        } catch (URISyntaxException | IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            throw new IOException("Heddle's own jar has an odd place: " + source.getLocation(), e);
        }
    }
}
