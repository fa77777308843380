package io.heddle.watch;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.Failure;
import io.heddle.waits.Account;
import io.heddle.waits.RequestWork;
import io.heddle.waits.ServiceSeen;
import io.heddle.waits.ServiceSeen.Counted;
import io.heddle.waits.ServiceSeen.Hold;
import io.heddle.waits.ServiceSeen.Lack;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.dump.ThreadDumps;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.WaitEvents;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What recordings or thread dumps tell of a service that runs on platform threads.
public final class ServiceFiles {

    /// From so many dumps on they tell more of states than events, which have thresholds.
    private static final int ENOUGH_DUMPS = 8;
    private static final int FEW_DUMPS = 30;
    private static final int FIRST_WITH_STATES = 25;
    private static final double NANOS = 1e9;

    private final List<Path> target;
    private final KnownHomes homes;

    /// @param target jars or folders with the service's classes; none where nobody names them
    /// @param homes of JDKs whose classes may be read
    /// @throws Failure when one is not there
    public ServiceFiles(List<Path> target, KnownHomes homes) {
        this.target = List.copyOf(target);
        this.homes = homes;
        target.stream().filter(file -> !Files.exists(file)).findFirst().ifPresent(file -> {
            throw new Failure("there is no file " + file, "name the jar that the service runs: --target app.jar");
        });
    }

    /// @param files of one JVM, in any order
    /// @throws Failure when one is missing or no recording, they are of two JVMs, or tell nothing of requests
    public ServiceSeen recordings(List<Path> files) {
        ServiceEvents events = new ServiceEvents();
        List<String> notes = new ArrayList<>();
        for (Path file : files) {
            events.file(file);
            RecordingFiles.read(file, ServiceEvents.WISHES, events).ifPresent(notes::add);
        }
        WaitEvents.Told told = events.waits();
        RequestWork timed = told.waits().work();
        boolean states = events.dumps().size() >= ENOUGH_DUMPS;
        RequestWork work = states ? sampled(events.dumps(), timed.seconds()).withShared(timed) : timed;
        // Dumps as text have no virtual thread that is not mounted.
        work = timed.virtual() > work.mean() ? timed : work;
        String source = files.size() == 1 ? files.getFirst().toString() : files.size() + " recordings";
        if (work.moments() == 0) {
            throw new Failure(
                    source + " tells nothing of threads that wait or work",
                    "record the service under load: heddle predict --settings > heddle.jfc; jcmd PID JFR.start"
                            + " settings=heddle.jfc duration=60s filename=app.jfr");
        }
        List<Lack> lacks = new ArrayList<>();
        if (!states) {
            told.notes().forEach(note -> lacks.add(new Lack(note, "heddle predict --settings records all of them")));
        }
        String classPath = target.isEmpty() ? events.property("java.class.path") : joined();
        try (ClassPath classes = ClassPath.of(classPath, Path.of(""), homes.known(events.property("java.home")))) {
            return new ServiceSeen(
                    true,
                    source,
                    when(told.waits().from(), timed.seconds()),
                    events.feature(),
                    events.cpus(),
                    events.cores(),
                    events.rate().map(rate -> new Counted(rate, "method timing")),
                    events.threads(),
                    Map.of(),
                    work,
                    holds(work, classes, lacks, notes),
                    lacks,
                    notes);
        }
    }

    /// @param files of one JVM, in any order
    /// @throws Failure when one is missing or no dump, or they are of two JVMs
    public ServiceSeen dumps(List<Path> files) {
        ThreadDumps.Read read = ThreadDumps.read(files);
        List<ThreadDump> dumps = read.dumps();
        ThreadDump first = dumps.getFirst();
        double seconds = Math.max(0, (dumps.getLast().at() - first.at()) / NANOS);
        RequestWork work = sampled(dumps, first.at() > 0 ? seconds : 0);
        List<Lack> lacks = new ArrayList<>();
        List<String> notes = new ArrayList<>(read.notes());
        if (dumps.size() < FEW_DUMPS) {
            lacks.add(new Lack(
                    "what is rarer than one in " + dumps.size() + ": so many dumps there are",
                    "thirty, a second apart, or heddle predict PID"));
        }
        boolean states = dumps.stream().allMatch(dump -> dump.tells().states());
        if (!states) {
            lacks.add(new Lack(
                    "who waits to enter a monitor, or holds one: a JSON dump before JDK " + FIRST_WITH_STATES
                            + " does not tell",
                    "dumps by jcmd PID Thread.print, which do"));
        }
        lacks.add(new Lack("how many processors the service has", "say it with --cpus 4"));
        try (ClassPath classes = ClassPath.of(joined(), Path.of(""), Optional.empty())) {
            return new ServiceSeen(
                    false,
                    dumps.size() == 1 ? "one thread dump" : dumps.size() + " thread dumps",
                    when(first.at(), seconds),
                    first.jvm().feature(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    work,
                    holds(work, classes, lacks, notes),
                    lacks,
                    notes);
        }
    }

    private static RequestWork sampled(List<ThreadDump> dumps, double seconds) {
        Account account = new Account(Optional.empty());
        dumps.forEach(account::add);
        return account.work(seconds);
    }

    private String joined() {
        return target.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private List<Hold> holds(RequestWork work, ClassPath classes, List<Lack> lacks, List<String> notes) {
        CarrierHolds join = new CarrierHolds(new Blame(classes), classes);
        List<Hold> holds = join.of(work);
        if (join.framesOfAnotherVersion() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d frames are not as the classes at hand have them: another version of the service was recorded",
                    join.framesOfAnotherVersion(),
                    join.framesRead() + join.framesOfAnotherVersion()));
        }
        if (!join.missing().isEmpty()) {
            lacks.add(new Lack(
                    String.format(
                            Locale.ROOT,
                            "which monitors are held in %,d classes that were not found, such as %s",
                            join.missing().size(),
                            join.missing().stream().sorted().findFirst().orElse("")),
                    "name the jar that the service runs: --target app.jar"));
        }
        return holds;
    }

    private static String when(long from, double seconds) {
        String length = seconds > 0 ? String.format(Locale.ROOT, "%.0f s", seconds) : "";
        return from <= 0
                ? length
                : (length + " from "
                                + Instant.ofEpochSecond(from / 1_000_000_000)
                                        .toString()
                                        .replace('T', ' ')
                                        .replace("Z", " UTC"))
                        .strip();
    }
}
