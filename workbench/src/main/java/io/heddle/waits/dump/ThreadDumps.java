package io.heddle.waits.dump;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.waits.ThreadDump;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Thread dumps of one JVM, from files or from the JVM itself.
public final class ThreadDumps {

    private static final int BEGINNING = 512;
    private static final String NEXT =
            "write one with: jcmd PID Thread.dump_to_file -format=json dump.json, or jcmd PID Thread.print > dump.txt";

    private ThreadDumps() {}

    /// What was read.
    ///
    /// @param dumps at least one, in the order of time
    /// @param notes what could not be read, one sentence each
    public record Read(List<ThreadDump> dumps, List<String> notes) {}

    /// Reads files that somebody sent.
    ///
    /// @param files of one JVM, in any order
    /// @throws Failure when one is missing or no dump, or they come from two JVMs
    public static Read read(List<Path> files) {
        List<ThreadDump> dumps = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        DumpFrames frames = new DumpFrames();
        for (Path file : files) {
            read(file, frames, dumps, notes);
        }
        refuseTwo(files, dumps);
        // Those without a time keep their place.
        if (dumps.stream().allMatch(dump -> dump.at() > 0)) {
            dumps.sort(Comparator.comparingLong(ThreadDump::at));
        }
        return new Read(List.copyOf(dumps), List.copyOf(notes));
    }

    /// Of a process that is watched.
    ///
    /// @param json as `Thread.dump_to_file -format=json` writes it
    /// @param print as `Thread.print` prints it, which tells more of platform threads and, before 25, of carriers;
    ///     empty where it was not asked for
    /// @throws IOException when the first is no dump
    public static ThreadDump parse(long at, String json, Optional<String> print) throws IOException {
        DumpFrames frames = new DumpFrames();
        JsonDumps.Read read = JsonDumps.read(new StringReader(json), frames);
        if (!read.isDump()) {
            throw new IOException("it is no thread dump");
        }
        ThreadDump own = read.dump();
        ThreadDump timed = new ThreadDump(at, own.jvm(), own.tells(), own.threads());
        if (print.isEmpty()) {
            return timed;
        }
        List<ThreadDump> printed = TextDumps.read(new BufferedReader(new StringReader(print.orElseThrow())), frames);
        return printed.isEmpty() ? timed : timed.with(printed.getFirst());
    }

    /// Of a recording.
    ///
    /// @param print as `Thread.print` prints it; what is no dump has none
    public static List<ThreadDump> printed(long at, String print) {
        try {
            return TextDumps.read(new BufferedReader(new StringReader(print)), new DumpFrames()).stream()
                    .map(dump -> new ThreadDump(at, dump.jvm(), dump.tells(), dump.threads()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(Path file, DumpFrames frames, List<ThreadDump> dumps, List<String> notes) {
        if (!Files.isRegularFile(file)) {
            throw new Failure("there is no file " + file, NEXT);
        }
        try {
            if (isJson(file)) {
                try (Reader reader = reader(file)) {
                    JsonDumps.Read read = JsonDumps.read(reader, frames);
                    if (!read.isDump()) {
                        throw new Failure(file + " is JSON, and no thread dump of a JVM", NEXT);
                    }
                    require(file, !read.dump().threads().isEmpty());
                    dumps.add(read.dump());
                    if (!read.whole()) {
                        notes.add(file + " is cut off or damaged: "
                                + read.dump().threads().size() + " threads were read");
                    }
                }
                return;
            }
            try (BufferedReader reader = new BufferedReader(reader(file))) {
                List<ThreadDump> found = TextDumps.read(reader, frames);
                require(file, !found.isEmpty());
                dumps.addAll(found);
            }
        } catch (IOException e) {
            throw new Failure(file + " cannot be read: " + IoReason.of(e), NEXT, e);
        }
    }

    private static void require(Path file, boolean found) {
        if (!found) {
            throw new Failure(file + " holds no thread of a JVM", NEXT);
        }
    }

    /// Bytes that are no text are passed over: a log may hold anything.
    private static Reader reader(Path file) throws IOException {
        return new InputStreamReader(
                Files.newInputStream(file),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(java.nio.charset.CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(java.nio.charset.CodingErrorAction.REPLACE));
    }

    private static boolean isJson(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String begin = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8).strip();
            return begin.startsWith("{") || begin.startsWith("\uFEFF{");
        }
    }

    private static void refuseTwo(List<Path> files, List<ThreadDump> dumps) {
        ThreadDump.Jvm first = dumps.getFirst().jvm();
        for (ThreadDump dump : dumps) {
            if (!first.fits(dump.jvm())) {
                throw new Failure(
                        "the dumps are of two JVMs: " + named(first) + " and " + named(dump.jvm()),
                        "give those of one JVM, out of " + files.size() + " files");
            }
        }
    }

    private static String named(ThreadDump.Jvm jvm) {
        return (jvm.pid() > 0 ? "process " + jvm.pid() : "a process")
                + (jvm.version().isEmpty() ? "" : " of JDK " + jvm.version());
    }
}
