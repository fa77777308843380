package io.heddle.race.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What processes and the machine use. On Linux by `/proc` (proc_pid_stat(5), proc_stat(5)), else by [ProcessHandle]
/// and `ps`.
public final class Usage {

    /// Clock ticks a second in `/proc`: `USER_HZ`, 100 on every architecture that runs a JVM.
    private static final long TICKS = 100;

    private static final int UTIME = 11;
    private static final int CSTIME = 14;

    /// CPU time of the whole machine since it started.
    ///
    /// @param busyTicks of all cores, without idling and waiting for a disk
    /// @param allTicks of all cores; 0 where this system does not tell
    /// @param interruptTicks of `busyTicks`, those of interrupts, which are no process's
    /// @param stolenTicks of `busyTicks`, those that a hypervisor gave to others
    public record Machine(long busyTicks, long allTicks, long interruptTicks, long stolenTicks) {

        /// Share of all cores that a hypervisor gave to others since an earlier reading, 0 to 1.
        public double stolenSince(Machine earlier) {
            long all = allTicks - earlier.allTicks;
            return all <= 0 ? 0 : Math.clamp((double) (stolenTicks - earlier.stolenTicks) / all, 0, 1);
        }

        /// Share of all cores that this much CPU time was since an earlier reading, 0 to 1; 0 where this
        /// system does not tell or no time has passed.
        public double shareSince(Machine earlier, Duration cpu) {
            long all = allTicks - earlier.allTicks;
            return all <= 0 ? 0 : Math.clamp(cpu.toMillis() * TICKS / 1e3 / all, 0, 1);
        }

        /// Share of all cores that processes used since an earlier reading beside those that used `ours`, 0 to
        /// 1.
        public double othersSince(Machine earlier, Duration ours) {
            long all = allTicks - earlier.allTicks;
            long processes = busyTicks
                    - interruptTicks
                    - stolenTicks
                    - (earlier.busyTicks - earlier.interruptTicks - earlier.stolenTicks);
            return all <= 0 ? 0 : Math.clamp((processes - ours.toMillis() * TICKS / 1e3) / all, 0, 1);
        }

        /// Share of all cores that anybody used since an earlier reading, 0 to 1; 0 where this system does not
        /// tell or no time has passed.
        public double busySince(Machine earlier) {
            long all = allTicks - earlier.allTicks;
            return all <= 0 ? 0 : Math.clamp((double) (busyTicks - earlier.busyTicks) / all, 0, 1);
        }
    }

    private Usage() {}

    /// CPU time, in steps of 10 ms, that the given processes have used since they started, and those of their
    /// children that have ended. A child that ends between two readings is then counted by its parent, so that the
    /// difference stays right; when the parent is gone too, the child's time is lost.
    public static Duration cpu(Set<Long> pids) {
        long millis = 0;
        for (long pid : pids) {
            Optional<String[]> stat = stat(pid);
            if (stat.isPresent()) {
                for (int field = UTIME; field <= CSTIME; field++) {
                    millis += Long.parseLong(stat.get()[field]) * 1000 / TICKS;
                }
            } else {
                millis += ProcessHandle.of(pid)
                        .flatMap(handle -> handle.info().totalCpuDuration())
                        .orElse(Duration.ZERO)
                        .toMillis();
            }
        }
        return Duration.ofMillis(millis);
    }

    /// CPU time of Heddle's own process and all that descends from it. The supervisor waits for those that end, so
    /// that theirs is in it.
    public static Duration cpuOfHeddle() {
        ProcessHandle own = ProcessHandle.current();
        return cpu(Stream.concat(Stream.of(own), own.descendants())
                .map(ProcessHandle::pid)
                .collect(Collectors.toUnmodifiableSet()));
    }

    /// Resident memory of the given processes in bytes; pages that they share are counted for each. Processes that
    /// have ended use none.
    public static long rssBytes(Set<Long> pids) {
        long bytes = 0;
        for (long pid : pids) {
            Path status = Path.of("/proc/" + pid + "/status");
            bytes += Files.exists(Path.of("/proc/self/status")) ? vmRss(status) : rssByPs(pid);
        }
        return bytes;
    }

    /// The machine's CPU time until now, to be compared with a later reading.
    public static Machine machine() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"), StandardCharsets.ISO_8859_1)) {
            String[] fields = lines.findFirst().orElse("").strip().split("\\s+", -1);
            long all = 0;
            long idle = 0;
            long interrupts = 0;
            long stolen = 0;
            // user nice system idle iowait irq softirq steal; guest time is in user already.
            for (int field = 1; field < Math.min(9, fields.length); field++) {
                long ticks = Long.parseLong(fields[field]);
                all += ticks;
                idle += field == 4 || field == 5 ? ticks : 0;
                interrupts += field == 6 || field == 7 ? ticks : 0;
                stolen += field == 8 ? ticks : 0;
            }
            return new Machine(all - idle, all, interrupts, stolen);
        } catch (IOException | NumberFormatException otherSystem) {
            return new Machine(0, 0, 0, 0);
        }
    }

    /// The fields of `/proc/PID/stat` after the name, which may hold anything: the state is at 0.
    private static Optional<String[]> stat(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields.length > CSTIME ? Optional.of(fields) : Optional.empty();
        } catch (IOException | StringIndexOutOfBoundsException ended) {
            return Optional.empty();
        }
    }

    private static long vmRss(Path status) {
        try {
            for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
            return 0;
        } catch (IOException ended) {
            return 0;
        }
    }

    private static long rssByPs(long pid) {
        try {
            Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", String.valueOf(pid)).start();
            String kilobytes = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) * 1024;
        } catch (IOException | NumberFormatException noPs) {
            return 0;
        }
    }
}
