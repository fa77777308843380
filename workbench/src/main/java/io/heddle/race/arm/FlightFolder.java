package io.heddle.race.arm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder in which a JVM keeps its flight recording while it runs. The JVM deletes it when it ends, unless it is
/// killed.
public final class FlightFolder {

    /// A date, a time and a process id, as `jdk.jfr.internal.Repository` names it.
    private static final Pattern NAME = Pattern.compile("\\d{4}(_\\d{2}){5}_\\d+");

    private FlightFolder() {}

    /// What a killed JVM recorded, oldest first; empty when the folder does not look like one of the flight
    /// recorder's.
    public static List<Path> chunks(Path folder) {
        if (!isOne(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted()
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /// Deletes a recording that was read.
    public static void deleteFile(Path recording) {
        try {
            Files.deleteIfExists(recording);
        } catch (IOException notOurs) {
            // its folder goes with the race
        }
    }

    private static boolean isOne(Path folder) {
        return NAME.matcher(String.valueOf(folder.getFileName())).matches()
                && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /// Deletes what a killed JVM left behind: the chunks and the folder, and only if it looks like one, for the
    /// name came from the target.
    public static void delete(Path folder) {
        if (!isOne(folder)) {
            return;
        }
        try {
            for (Path chunk : chunks(folder)) {
                Files.deleteIfExists(chunk);
            }
            Files.deleteIfExists(folder);
        } catch (IOException notOurs) {
            // something else lies in it, or it is somebody else's: it stays
        }
    }
}
