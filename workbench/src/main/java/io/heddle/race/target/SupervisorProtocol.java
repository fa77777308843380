package io.heddle.race.target;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What Heddle and its supervisor say to each other over two pipes: orders go down, reports come up. Both ends are of
/// the same build.
final class SupervisorProtocol {

    /// Start a process.
    record Order(int id, List<String> command, String directory, Map<String, String> environment, String output) {

        /// The last one: Heddle ends in order, and removes what it made itself.
        static final Order FAREWELL = new Order(0, List.of(), "", Map.of(), "");

        void write(DataOutputStream out) throws IOException {
            out.writeInt(id);
            out.writeInt(command.size());
            for (String word : command) {
                text(out, word);
            }
            text(out, directory);
            out.writeInt(environment.size());
            for (Map.Entry<String, String> entry : environment.entrySet()) {
                text(out, entry.getKey());
                text(out, entry.getValue());
            }
            text(out, output);
            out.flush();
        }

        /// @throws java.io.EOFException when Heddle is gone
        static Order read(DataInputStream in) throws IOException {
            int id = in.readInt();
            List<String> command = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                command.add(text(in));
            }
            String directory = text(in);
            Map<String, String> environment = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                String name = text(in);
                environment.put(name, text(in));
            }
            return new Order(id, command, directory, environment, text(in));
        }
    }

    /// What the supervisor reports.
    sealed interface Report {

        /// First of all.
        ///
        /// @param off what it cannot guarantee, a sentence; empty when it guarantees all
        record Ready(String off) implements Report {}

        record Started(int id, long pid) implements Report {}

        record Refused(int id, String why) implements Report {}

        record Exited(int id, int code) implements Report {}

        default void write(DataOutputStream out) throws IOException {
            switch (this) {
                case Ready(String off) -> {
                    out.writeByte('R');
                    text(out, off);
                }
                case Started(int id, long pid) -> {
                    out.writeByte('S');
                    out.writeInt(id);
                    out.writeLong(pid);
                }
                case Refused(int id, String why) -> {
                    out.writeByte('F');
                    out.writeInt(id);
                    text(out, why);
                }
                case Exited(int id, int code) -> {
                    out.writeByte('X');
                    out.writeInt(id);
                    out.writeInt(code);
                }
            }
            out.flush();
        }

        /// @throws java.io.EOFException when the supervisor is gone
        static Report read(DataInputStream in) throws IOException {
            byte kind = in.readByte();
            return switch (kind) {
                case 'R' -> new Ready(text(in));
                case 'S' -> new Started(in.readInt(), in.readLong());
                case 'F' -> new Refused(in.readInt(), text(in));
                case 'X' -> new Exited(in.readInt(), in.readInt());
                default -> throw new IOException("not a report: " + kind);
            };
        }
    }

    private SupervisorProtocol() {}

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
