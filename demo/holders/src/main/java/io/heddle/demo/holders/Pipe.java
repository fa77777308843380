package io.heddle.demo.holders;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a slow file: a named pipe that gets a byte now and then, as a file on a network does.
final class Pipe {

    private final FileInputStream in;

    private Pipe(FileInputStream in) {
        this.in = in;
    }

    static List<Job> jobs(int count, boolean healthy) throws Exception {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path folder = Files.createTempDirectory("holders");
            Path file = folder.resolve("pipe");
            if (healthy) {
                Files.write(file, new byte[64]);
                jobs.add(() -> readWhole(file));
            } else {
                if (new ProcessBuilder("mkfifo", file.toString()).start().waitFor() != 0) {
                    throw new IOException("no mkfifo");
                }
                Thread.ofPlatform().daemon().start(() -> feed(file));
                jobs.add(new Pipe(new FileInputStream(file.toFile()))::read);
            }
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
        }
        return jobs;
    }

    void read() throws IOException {
        if (in.read() < 0) {
            throw new IOException("closed");
        }
    }

    private static void readWhole(Path file) throws IOException, InterruptedException {
        if (Files.readAllBytes(file).length != 64) {
            throw new IOException("cut off");
        }
        Thread.sleep(20);
    }

    private static void feed(Path file) {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            while (true) {
                Thread.sleep(100);
                out.write(1);
            }
        } catch (IOException | InterruptedException e) {
            // the reader has ended
        }
    }
}
