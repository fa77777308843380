package io.heddle.race.target;

import io.heddle.model.IoReason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The supervisor's process: starts what Heddle orders on standard input, reports on standard output, and ends every
/// descendant when standard input closes, which it does however Heddle ends. Knows the JDK only, and little of it: it
/// must be there in a fifth of a second.
public final class SupervisorMain {

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration REAP_EVERY = Duration.ofMillis(250);

    private final DataOutputStream reports;
    private final Set<Long> owned = new HashSet<>();
    private final Set<ProcessHandle> seen = new HashSet<>();
    private Optional<OwnSession> session = Optional.empty();
    private final Optional<OwnFolder> scratch;
    private boolean ended;

    private SupervisorMain(Optional<OwnFolder> scratch) {
        this.scratch = scratch;
        reports = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    }

    /// @param arguments none, or a folder to remove if Heddle is killed
    public static void main(String[] arguments) {
        SupervisorMain supervisor = new SupervisorMain(
                Stream.of(arguments).findFirst().map(Path::of).map(OwnFolder::of));
        System.setOut(System.err);
        Runtime.getRuntime().addShutdownHook(new Thread(supervisor::endAll));
        supervisor.obey(new DataInputStream(System.in));
        System.exit(0);
    }

    private void obey(DataInputStream orders) {
        try {
            begin();
            SupervisorProtocol.Order order = SupervisorProtocol.Order.read(orders);
            while (order.id() != SupervisorProtocol.Order.FAREWELL.id()) {
                launch(order);
                order = SupervisorProtocol.Order.read(orders);
            }
            endAll();
        } catch (IOException heddleIsGone) {
            endAll();
            scratch.ifPresent(OwnFolder::remove);
        }
    }

    private void begin() throws IOException {
        try {
            OwnSession own = new OwnSession();
            String off = own.begin();
            synchronized (owned) {
                session = Optional.of(own);
            }
            Thread.ofPlatform().daemon().start(this::keepUp);
            report(new SupervisorProtocol.Report.Ready(off));
        } catch (IOException pipe) {
            throw pipe;
        } catch (Throwable refused) {
            report(new SupervisorProtocol.Report.Ready(
                    "a process that detaches itself from the target may outlive Heddle, and Ctrl-C reaches the target too: "
                            + "this JVM makes no system calls (" + refused + ")"));
        }
    }

    private synchronized void launch(SupervisorProtocol.Order order) throws IOException {
        if (ended) {
            report(new SupervisorProtocol.Report.Refused(order.id(), "the supervisor is ending"));
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(order.command())
                .directory(new File(order.directory()))
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(Redirect.to(new File(order.output())));
        builder.environment().putAll(order.environment());
        Process process;
        // The lock keeps the reaper from a child that is not in the set yet.
        synchronized (owned) {
            try {
                process = builder.start();
                owned.add(process.pid());
            } catch (IOException | RuntimeException e) {
                report(new SupervisorProtocol.Report.Refused(order.id(), IoReason.of(e)));
                return;
            }
        }
        report(new SupervisorProtocol.Report.Started(order.id(), process.pid()));
        Thread.ofPlatform().daemon().start(() -> awaitEnd(order.id(), process));
    }

    private void awaitEnd(int id, Process process) {
        try {
            int code = process.waitFor();
            synchronized (owned) {
                owned.remove(process.pid());
            }
            report(new SupervisorProtocol.Report.Exited(id, code));
        } catch (InterruptedException | IOException heddleIsGone) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reaps orphans; where there are none to adopt, remembers the descendants while they still can be told.
    private void keepUp() {
        boolean adopts = System.getProperty("os.name", "").startsWith("Linux");
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(REAP_EVERY);
                if (adopts) {
                    reapOrphans();
                } else {
                    remember();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void reapOrphans() {
        synchronized (owned) {
            try {
                if (session.isPresent()) {
                    long pid = session.get().deadChild();
                    // A dead child that Heddle ordered is left to its own waitFor, which needs the
                    // exit code.
                    while (pid > 0 && !owned.contains(pid)) {
                        session.get().reap(pid);
                        pid = session.get().deadChild();
                    }
                }
            } catch (Throwable refused) {
                session = Optional.empty();
                System.err.println("orphans are not reaped any more: " + refused);
            }
        }
    }

    /// Runs when the pipe closes, and when somebody ends this process: whoever comes second waits for the first.
    private synchronized void endAll() {
        if (!ended) {
            Processes.end(
                    () -> {
                        Set<ProcessHandle> live = remember();
                        live.remove(ProcessHandle.current());
                        return live;
                    },
                    GRACE);
            reapOrphans();
            ended = true;
        }
    }

    private synchronized Set<ProcessHandle> remember() {
        seen.removeIf(handle -> !Processes.runs(handle));
        seen.addAll(Processes.withDescendants(ProcessHandle.current()));
        return new HashSet<>(seen);
    }

    private void report(SupervisorProtocol.Report report) throws IOException {
        synchronized (reports) {
            report.write(reports);
        }
    }
}
