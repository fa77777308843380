package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Tells what files are that somebody wants to be watched.
final class WatchInput {

    private static final byte[] RECORDING = {'F', 'L', 'R', 0};
    private static final byte[] ZIPPED = {0x1f, (byte) 0x8b};
    /// Whoever calls a file so takes it for a recording, and is told what is wrong with it as one.
    private static final String SUFFIX = ".jfr";

    private static final int BEGINNING = 4_096;

    private WatchInput() {}

    /// Whether all are thread dumps: text, and neither a recording nor a zipped one. What is not there, or of no kind,
    /// is left to the reader of recordings, which says so.
    ///
    /// @throws Failure when some are dumps and others recordings
    static boolean areDumps(List<Path> files) {
        List<Path> dumps = files.stream().filter(WatchInput::isText).toList();
        if (!dumps.isEmpty() && dumps.size() < files.size()) {
            throw new Failure(
                    dumps.getFirst() + " is text, and others are not: recordings and thread dumps do not go together",
                    "watch the recordings, then the dumps");
        }
        return !dumps.isEmpty();
    }

    private static boolean isText(Path file) {
        if (!Files.isRegularFile(file) || file.toString().endsWith(SUFFIX)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(BEGINNING);
            return begin.length > 0 && !begins(begin, RECORDING) && !begins(begin, ZIPPED) && !hasZero(begin);
        } catch (IOException e) {
            throw new Failure(file + " cannot be read: " + IoReason.of(e), "look at its permissions", e);
        }
    }

    private static boolean begins(byte[] bytes, byte[] magic) {
        for (int i = 0; i < magic.length; i++) {
            if (bytes.length <= i || bytes[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasZero(byte[] bytes) {
        for (byte each : bytes) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }
}
