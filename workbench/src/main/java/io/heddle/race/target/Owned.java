package io.heddle.race.target;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/// A process that a [Supervisor] launched.
final class Owned implements OwnedProcess {

    /// The exit code comes through the supervisor's pipe, a moment after the process is gone.
    private static final long EXIT_CODE_MILLIS = 500;

    private final Supervisor supervisor;
    private final Launch launch;
    private final Starter.Started started;
    private final String mark;
    private final Optional<ProcessHandle> handle;
    private final Instant start;
    private final Set<ProcessHandle> seen = new HashSet<>();

    /// @param before when it was about to be launched
    Owned(Supervisor supervisor, Launch launch, Starter.Started started, String mark, Instant before) {
        this.supervisor = supervisor;
        this.launch = launch;
        this.started = started;
        this.mark = mark;
        this.handle = ProcessHandle.of(started.pid());
        this.start = handle.flatMap(h -> h.info().startInstant()).orElse(before);
    }

    @Override
    public long pid() {
        return started.pid();
    }

    @Override
    public boolean alive() {
        boolean seenToEnd = started.exit().isDone() && !started.exit().isCompletedExceptionally();
        return !seenToEnd && handle.filter(Processes::runs).isPresent();
    }

    @Override
    public OptionalInt exitCode() {
        if (alive()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(started.exit().get(EXIT_CODE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException nobodySaw) {
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    @Override
    public Path output() {
        return launch.output();
    }

    @Override
    public Set<Long> tree() {
        return handles().stream().map(ProcessHandle::pid).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void stop(Duration grace) {
        Processes.end(this::handles, grace);
    }

    @Override
    public String lastLines(int n) {
        return OutputFile.lastLines(launch.output(), n, launch.secrets()::in);
    }

    /// As [#tree()]. What was seen once stays known while it runs, for systems on which an orphan cannot be
    /// traced.
    Set<ProcessHandle> handles() {
        synchronized (seen) {
            seen.removeIf(process -> !Processes.runs(process));
            Set<ProcessHandle> attached = new HashSet<>();
            handle.ifPresent(root -> attached.addAll(Processes.withDescendants(root)));
            Set<ProcessHandle> left = new HashSet<>(seen);
            left.removeAll(attached);
            left.forEach(process -> attached.addAll(Processes.withDescendants(process)));
            attached.addAll(supervisor.orphansOf(this));
            seen.addAll(attached);
            return new HashSet<>(seen);
        }
    }

    String mark() {
        return mark;
    }

    boolean is(ProcessHandle process) {
        return handle.filter(process::equals).isPresent();
    }

    /// When it started, by the kernel's clock; when it was about to, if it ended before anybody could look.
    Instant start() {
        return start;
    }
}
