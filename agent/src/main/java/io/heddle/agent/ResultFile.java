package io.heddle.agent;

import io.heddle.agent.runtime.JsonWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/// The file that the agent appends to. The first write that fails ends all writing: the target is worth more than its
/// log.
final class ResultFile {

    private final FileOutputStream out;
    private boolean broken;

    private ResultFile(FileOutputStream out) {
        this.out = out;
    }

    static ResultFile open(File file) throws IOException {
        return new ResultFile(new FileOutputStream(file, true));
    }

    /// Appends the line that was built, in one write.
    synchronized void append(JsonWriter line) {
        byte[] bytes = line.end();
        if (!broken) {
            try {
                out.write(bytes);
            } catch (IOException e) {
                broken = true;
            }
        }
    }

    /// Whether nothing more will be written.
    synchronized boolean broken() {
        return broken;
    }
}
