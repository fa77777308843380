package io.heddle.race.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The kernel's counters of connections that met a full accept queue. They count for the whole network namespace,
/// whoever caused it.
///
/// @param listenOverflows `ListenOverflows`: connections that an accept queue had no room for
/// @param listenDrops `ListenDrops`: those, and SYNs dropped for other reasons
/// @param synRetransmits `TCPSynRetrans`: SYNs that were sent again, the first time after one second
public record NetCounters(long listenOverflows, long listenDrops, long synRetransmits) {

    /// Nothing known, as on systems without `/proc/net/netstat`.
    private static final NetCounters NONE = new NetCounters(0, 0, 0);

    /// The counters now; all 0 where there are none.
    static NetCounters read() {
        return now().orElse(NONE);
    }

    /// The counters now; empty on systems that have none.
    public static Optional<NetCounters> now() {
        try {
            return Optional.of(parse(Files.readAllLines(Path.of("/proc/net/netstat"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// What moved since `before`.
    public NetCounters since(NetCounters before) {
        return new NetCounters(
                listenOverflows - before.listenOverflows,
                listenDrops - before.listenDrops,
                synRetransmits - before.synRetransmits);
    }

    /// @param lines pairs of lines that begin with the same word: names, then values
    static NetCounters parse(List<String> lines) {
        long overflows = 0;
        long drops = 0;
        long retransmits = 0;
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String[] names = lines.get(i).split(" ", -1);
            String[] values = lines.get(i + 1).split(" ", -1);
            if (!names[0].equals("TcpExt:")) {
                continue;
            }
            for (int column = 1; column < Math.min(names.length, values.length); column++) {
                switch (names[column]) {
                    case "ListenOverflows" -> overflows = Long.parseLong(values[column]);
                    case "ListenDrops" -> drops = Long.parseLong(values[column]);
                    case "TCPSynRetrans" -> retransmits = Long.parseLong(values[column]);
                    default -> {}
                }
            }
        }
        return new NetCounters(overflows, drops, retransmits);
    }

    /// What moved since `before`, one sentence each; empty when nothing did.
    List<String> doubtsSince(NetCounters before) {
        List<String> doubts = new ArrayList<>();
        NetCounters moved = since(before);
        if (moved.listenOverflows > 0 || moved.listenDrops > 0) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "an accept queue on this machine overflowed %,d times (%,d connection attempts dropped) during the run; the counter does not say whose",
                    moved.listenOverflows,
                    moved.listenDrops));
        }
        if (moved.synRetransmits > 0) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "%,d attempts to connect on this machine were repeated after a second or more during the run; the counter does not say whose",
                    moved.synRetransmits));
        }
        return doubts;
    }
}
