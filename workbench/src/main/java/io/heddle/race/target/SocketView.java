package io.heddle.race.target;

import io.heddle.race.target.Sockets.Sight;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// The sockets of processes, looked at again and again while a target starts. A look lists the processes' descriptors,
/// which costs a fraction of a millisecond; the tables that say what they are connected to cost 8 ms of the kernel's
/// time on a machine with 24 GiB (their size follows its memory, not the number of sockets), so they are read when
/// there are other sockets than before, and five times a second, since a socket that is open may be connected later.
final class SocketView {

    private static final long TABLES_EVERY = Duration.ofMillis(200).toNanos();

    private Map<String, Set<String>> inodes = Map.of();
    private Sight last = new Sight.Seen(Set.of(), Set.of());
    private long read = System.nanoTime() - TABLES_EVERY;

    /// As [Sockets#look], at most 200 ms old where the processes have the same sockets as at the last look.
    Sight look(Set<Long> pids) {
        if (!ProcNet.available()) {
            return Lsof.look(pids);
        }
        ProcNet.Descriptors now = ProcNet.descriptors(pids);
        if (!now.inodes().equals(inodes) || System.nanoTime() - read >= TABLES_EVERY) {
            inodes = now.inodes();
            read = System.nanoTime();
            last = ProcNet.look(now);
        }
        return last;
    }
}
