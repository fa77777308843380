package io.heddle.race.target;

import io.heddle.race.target.Sockets.Connection;
import io.heddle.race.target.Sockets.Listener;
import io.heddle.race.target.Sockets.Sight;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Sockets by `lsof`, which macOS has and most other systems can have.
final class Lsof {

    private Lsof() {}

    static Sight look(Set<Long> pids) {
        if (pids.isEmpty()) {
            return new Sight.Seen(Set.of(), Set.of());
        }
        String list = pids.stream().map(String::valueOf).collect(Collectors.joining(","));
        try {
            return parse(run(List.of("-a", "-p", list, "-i")));
        } catch (IOException e) {
            return new Sight.Blind("this system has neither /proc nor lsof");
        }
    }

    /// The process that listens on a TCP port.
    static OptionalLong ownerOf(int port) {
        try {
            return run(List.of("-iTCP:" + port, "-sTCP:LISTEN"))
                    .lines()
                    .filter(line -> line.startsWith("p"))
                    .mapToLong(line -> Long.parseLong(line.substring(1)))
                    .findFirst();
        } catch (IOException noLsof) {
            return OptionalLong.empty();
        }
    }

    /// The user whose process listens on a TCP port; empty when there is none, or when it is not the caller's to see.
    static OptionalLong userOf(int port) {
        try {
            return run(List.of("-iTCP:" + port, "-sTCP:LISTEN"))
                    .lines()
                    .filter(line -> line.startsWith("u"))
                    .mapToLong(line -> Long.parseLong(line.substring(1)))
                    .findFirst();
        } catch (IOException noLsof) {
            return OptionalLong.empty();
        }
    }

    private static String run(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("lsof", "-nP", "-F", "uPn"));
        command.addAll(arguments);
        Process lsof =
                new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        lsof.getOutputStream().close();
        return new String(lsof.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Reads lsof's output for programs: `P` protocol, then `n` addresses, for each socket.
    static Sight.Seen parse(String fields) throws UnknownHostException {
        Set<Listener> listeners = new HashSet<>();
        Set<Connection> connections = new HashSet<>();
        boolean udp = false;
        for (String line : fields.lines().toList()) {
            if (line.startsWith("P")) {
                udp = line.equals("PUDP");
            } else if (line.startsWith("n")) {
                String[] ends = line.substring(1).split("->", 2);
                if (ends.length == 2) {
                    connections.add(new Connection(port(ends[0]), new Peer(address(ends[1]), port(ends[1]), udp)));
                } else if (!udp) {
                    listeners.add(new Listener(address(ends[0]), port(ends[0])));
                }
            }
        }
        return new Sight.Seen(Set.copyOf(listeners), Set.copyOf(connections));
    }

    private static int port(String endpoint) {
        String port = endpoint.substring(endpoint.lastIndexOf(':') + 1);
        return port.equals("*") ? 0 : Integer.parseInt(port);
    }

    private static InetAddress address(String endpoint) throws UnknownHostException {
        String host = endpoint.substring(0, endpoint.lastIndexOf(':'));
        return InetAddress.getByName(host.equals("*") ? "0.0.0.0" : host);
    }
}
