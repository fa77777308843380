package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// Owns every process that Heddle starts and ends them all, however Heddle itself ends.
///
/// They are children of one small process in a session of its own, which ends them when its pipe from Heddle closes:
/// the kernel closes it even after `kill -9`. On Linux that process is also the parent of every orphan below it, so
/// that a daemon does not escape. Where it cannot be had, processes are plain children of Heddle, ended by a shutdown
/// hook, and [#guaranteeOff()] says so. Safe for use by several threads.
public final class Supervisor implements AutoCloseable {

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(3);

    /// In the order of their launch.
    private final List<Owned> owned = new CopyOnWriteArrayList<>();
    private Starter starter;
    private int launches;
    private boolean closed;

    private Supervisor(Starter starter) {
        this.starter = starter;
    }

    /// Starts the supervising process, which takes about 0.2 s; returns at once, the first launch waits for it.
    ///
    /// @param workDirectory for its own log; made if missing
    public static Supervisor start(Path workDirectory) {
        return start(workDirectory, Optional.empty());
    }

    /// As [#start(Path)] in a folder that this run of Heddle made for itself. If Heddle is killed, the supervising
    /// process removes the folder with all that is in it.
    public static Supervisor startIn(Path scratch) {
        return start(scratch, Optional.of(scratch));
    }

    private static Supervisor start(Path workDirectory, Optional<Path> scratch) {
        try {
            Files.createDirectories(workDirectory);
            return new Supervisor(SupervisedStarter.start(workDirectory.resolve("supervisor.log"), scratch));
        } catch (IOException e) {
            return plain(IoReason.of(e));
        }
    }

    /// Without a supervising process.
    ///
    /// @param why there is none
    static Supervisor plain(String why) {
        Supervisor supervisor = new Supervisor(new PlainStarter(why));
        Runtime.getRuntime().addShutdownHook(new Thread(supervisor::close));
        return supervisor;
    }

    /// Why processes may outlive a Heddle that is killed: a sentence for the report; empty when they cannot.
    public Optional<String> guaranteeOff() {
        return starter().guaranteeOff();
    }

    /// Starts a process.
    ///
    /// @throws Failure when it cannot be started
    public synchronized OwnedProcess launch(Launch launch) {
        if (closed) {
            throw new Failure(
                    "Heddle is ending: " + launch.name() + " is not started any more", "start the race again");
        }
        check(launch);
        if (!starter.works()) {
            starter = new PlainStarter(starter.guaranteeOff().orElse("it ended"));
            Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        }
        launches++;
        String mark = ProcessHandle.current().pid() + "." + launches;
        Map<String, String> environment = new LinkedHashMap<>(launch.environment());
        environment.put(Mark.NAME, mark);
        Instant before = Processes.now();
        Owned process = new Owned(this, launch, starter.start(launch, environment), mark, before);
        owned.add(process);
        return process;
    }

    /// Ends every process that was launched, within 20 s.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        Processes.end(
                () -> {
                    Set<ProcessHandle> live = new HashSet<>();
                    owned.forEach(process -> live.addAll(process.handles()));
                    return live;
                },
                CLOSE_GRACE);
        starter().close();
    }

    private synchronized Starter starter() {
        return starter;
    }

    private static void check(Launch launch) {
        if (launch.command().isEmpty()) {
            throw new Failure(
                    "there is no command to start " + launch.name() + " with", "name a jar or an --exec line");
        }
        if (!Files.isDirectory(launch.workingDirectory())) {
            throw new Failure(
                    "the working directory " + launch.workingDirectory() + " does not exist",
                    "start Heddle in a directory that does");
        }
        try {
            Files.createDirectories(launch.output().toAbsolutePath().getParent());
            Files.write(launch.output(), new byte[0]);
        } catch (IOException e) {
            throw new Failure(
                    "cannot write the output of " + launch.name() + " to " + launch.output() + ": " + IoReason.of(e),
                    "is the disk full, or the directory not yours?",
                    e);
        }
    }

    /// Processes that lost their parent below the supervising process and came from the given one: by the mark in
    /// their environment, else because it was the last one launched before they started.
    Set<ProcessHandle> orphansOf(Owned process) {
        Set<ProcessHandle> orphans = new HashSet<>();
        for (ProcessHandle child : starter().children()) {
            if (owned.stream().noneMatch(other -> other.is(child)) && cameFrom(process, child)) {
                orphans.addAll(Processes.withDescendants(child));
            }
        }
        return orphans;
    }

    private boolean cameFrom(Owned process, ProcessHandle child) {
        Optional<String> mark = Mark.of(child.pid());
        return mark.isPresent()
                ? mark.get().equals(process.mark())
                : lastBefore(child).filter(process::equals).isPresent();
    }

    private Optional<Owned> lastBefore(ProcessHandle child) {
        Optional<Instant> start = child.info().startInstant();
        return owned.stream()
                .filter(process -> start.isPresent() && !process.start().isAfter(start.get()))
                // two may start within one tick of the kernel's clock: the later of them then counts
                .reduce((one, later) -> later.start().isBefore(one.start()) ? one : later);
    }
}
