package io.heddle.race.target;

import io.heddle.race.target.Sockets.Connection;
import io.heddle.race.target.Sockets.Listener;
import io.heddle.race.target.Sockets.Sight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Sockets by Linux's `/proc`: a process's descriptors name inodes (proc_pid_fd(5)), the tables of its network
/// namespace name their addresses (proc_pid_net(5)).
final class ProcNet {

    private static final int USER = 7;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";
    private static final String CLOSED = "07";

    private ProcNet() {}

    static boolean available() {
        return Files.isReadable(Path.of("/proc/self/net/tcp"));
    }

    /// The sockets that processes have open.
    ///
    /// @param inodes by network namespace
    /// @param tables a process in each namespace
    /// @param hidden a process that is not the caller's to see
    record Descriptors(Map<String, Set<String>> inodes, Map<String, Long> tables, OptionalLong hidden) {}

    static Sight look(Set<Long> pids) {
        return look(descriptors(pids));
    }

    static Descriptors descriptors(Set<Long> pids) {
        Map<String, Set<String>> inodes = new HashMap<>();
        Map<String, Long> tables = new HashMap<>();
        OptionalLong hidden = OptionalLong.empty();
        for (long pid : pids) {
            try {
                String namespace = Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net"))
                        .toString();
                inodes.computeIfAbsent(namespace, any -> new HashSet<>()).addAll(socketInodes(pid));
                tables.put(namespace, pid);
            } catch (AccessDeniedException e) {
                hidden = OptionalLong.of(pid);
            } catch (IOException ended) {
                // A process that is gone has no sockets.
            }
        }
        return new Descriptors(inodes, tables, hidden);
    }

    static Sight look(Descriptors open) {
        if (open.hidden().isPresent()) {
            return new Sight.Blind("process " + open.hidden().getAsLong() + " belongs to another user");
        }
        Set<Listener> listeners = new HashSet<>();
        Set<Connection> connections = new HashSet<>();
        open.tables().forEach((namespace, pid) -> {
            for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
                read(
                        Path.of("/proc/" + pid + "/net/" + table),
                        table.startsWith("udp"),
                        open.inodes().getOrDefault(namespace, Set.of()),
                        listeners,
                        connections);
            }
        });
        return new Sight.Seen(Set.copyOf(listeners), Set.copyOf(connections));
    }

    /// The process that listens on a TCP port in Heddle's own network namespace.
    static OptionalLong ownerOf(int port) {
        Set<String> listening = listening(port, INODE);
        return listening.isEmpty()
                ? OptionalLong.empty()
                : ProcessHandle.allProcesses()
                        .mapToLong(ProcessHandle::pid)
                        .filter(pid -> holdsOne(pid, listening))
                        .findFirst();
    }

    /// The user whose socket listens on a TCP port in Heddle's own network namespace.
    static OptionalLong userOf(int port) {
        return listening(port, USER).stream().mapToLong(Long::parseLong).findFirst();
    }

    /// One field of each socket that listens on a TCP port.
    private static Set<String> listening(int port, int field) {
        Set<String> values = new HashSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            try (Stream<String> lines = Files.lines(Path.of(table), StandardCharsets.ISO_8859_1)) {
                lines.skip(1)
                        .map(line -> line.strip().split(" +", INODE + 2))
                        .filter(fields -> fields[3].equals(LISTEN) && port(fields[1]) == port)
                        .forEach(fields -> values.add(fields[field]));
            } catch (IOException noSuchTable) {
                // A kernel without IPv6 has no tcp6.
            }
        }
        return values;
    }

    private static boolean holdsOne(long pid, Set<String> inodes) {
        try {
            return !Collections.disjoint(socketInodes(pid), inodes);
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static Set<String> socketInodes(long pid) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : descriptors) {
                String link = linkOf(descriptor);
                if (link.startsWith("socket:[")) {
                    inodes.add(link.substring("socket:[".length(), link.length() - 1));
                }
            }
        } catch (UncheckedIOException | java.nio.file.DirectoryIteratorException e) {
            throw new IOException("process " + pid + " ended", e);
        }
        return inodes;
    }

    private static String linkOf(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static void read(
            Path table, boolean udp, Set<String> inodes, Set<Listener> listeners, Set<Connection> connections) {
        try {
            for (String line :
                    Files.readString(table, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                if (inodes.contains(inode(line))) {
                    add(line.strip().split(" +", INODE + 2), udp, listeners, connections);
                }
            }
        } catch (IOException noSuchTable) {
            // A kernel without IPv6 has no tcp6; a process that is gone has no tables.
        }
    }

    /// The inode's field of a table's line, by hand: a table holds tens of thousands of lines after a load test.
    /// Empty where there is none.
    private static String inode(String line) {
        int at = 0;
        for (int field = 0; ; field++) {
            while (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
            int end = line.indexOf(' ', at);
            if (end < 0) {
                return "";
            }
            if (field == INODE) {
                return line.substring(at, end);
            }
            at = end;
        }
    }

    private static void add(String[] fields, boolean udp, Set<Listener> listeners, Set<Connection> connections)
            throws UnknownHostException {
        int localPort = port(fields[1]);
        if (!udp && fields[3].equals(LISTEN)) {
            listeners.add(new Listener(address(fields[1]), localPort));
        } else if (port(fields[2]) != 0 && !(fields[3].equals(CLOSED) && !udp)) {
            connections.add(new Connection(localPort, new Peer(address(fields[2]), port(fields[2]), udp)));
        }
    }

    private static int port(String endpoint) {
        return Integer.parseInt(endpoint, endpoint.indexOf(':') + 1, endpoint.length(), 16);
    }

    /// The kernel prints addresses as 32-bit words in the order of the machine's own bytes. Java makes an IPv4
    /// address of one that is mapped into IPv6.
    static InetAddress address(String endpoint) throws UnknownHostException {
        byte[] bytes = HexFormat.of().parseHex(endpoint.substring(0, endpoint.indexOf(':')));
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            for (int word = 0; word < bytes.length; word += 4) {
                swap(bytes, word, word + 3);
                swap(bytes, word + 1, word + 2);
            }
        }
        return InetAddress.getByAddress(bytes);
    }

    private static void swap(byte[] bytes, int a, int b) {
        byte kept = bytes[a];
        bytes[a] = bytes[b];
        bytes[b] = kept;
    }
}
