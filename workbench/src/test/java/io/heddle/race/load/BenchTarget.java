package io.heddle.race.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A [BenchServer] in a JVM of its own.
final class BenchTarget implements AutoCloseable {

    private final Process process;
    private final BufferedReader said;
    private final OutputStream told;
    private final int port;

    BenchTarget() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        said = process.inputReader(StandardCharsets.US_ASCII);
        told = process.getOutputStream();
        port = Integer.parseInt(line("port").getFirst());
    }

    int port() {
        return port;
    }

    /// Pauses the target for a second, from about now.
    void pause() throws IOException {
        tell("pause");
    }

    /// Begins the log of its answers.
    void log() throws IOException {
        tell("log");
    }

    /// When it answered since [#log], as its log says, in nanoseconds since the epoch, ascending.
    long[] answers() throws IOException {
        tell("answers");
        return line("answers").stream()
                .mapToLong(micros -> 1_000 * Long.parseLong(micros))
                .toArray();
    }

    /// When the next pause that has not been read was, as the target's log says, in nanoseconds since the epoch;
    /// waits for its end.
    QueueTruth.Pause readPause() throws IOException {
        List<String> words = line("pause");
        return new QueueTruth.Pause(1_000 * Long.parseLong(words.get(0)), 1_000 * Long.parseLong(words.get(1)));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        told.close();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private void tell(String what) throws IOException {
        told.write((what + "\n").getBytes(StandardCharsets.US_ASCII));
        told.flush();
    }

    private List<String> line(String word) throws IOException {
        String line = said.readLine();
        if (line == null || !line.startsWith(word + " ")) {
            throw new IOException("the bench server said '" + line + "' in place of '" + word + "'");
        }
        List<String> words = List.of(line.split(" "));
        return words.subList(1, words.size());
    }
}
