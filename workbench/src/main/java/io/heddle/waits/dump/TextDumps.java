package io.heddle.waits.dump;

import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.waits.ThreadSnapshot.Locks;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dumps as text: `jcmd PID Thread.print`, `jstack`, `kill -3` into a log with other lines around it, and
/// `Thread.dump_to_file` without a format. One file may hold several, one after the other.
///
/// The first three have platform threads, and from 25 on virtual threads that have a carrier; never those without.
final class TextDumps {

    private static final Pattern BEGIN = Pattern.compile("Full thread dump .*\\(([^ )]+).*");
    /// `"main" #1 [10016] prio=5 os_prio=0 …`; the JVM's own threads have no number.
    private static final Pattern THREAD = Pattern.compile("\"(.*)\" (?:#(\\d+) .*|(?:os_)?prio=.*)");
    /// `#3 "main" TIMED_WAITING 2026-…`, `#129 "" virtual WAITING …`.
    private static final Pattern NUMBERED = Pattern.compile("#(\\d+) \"(.*?)\"( virtual)?(?: ([A-Z_]+)\\b.*)?\\s*");
    private static final Pattern STATE = Pattern.compile("java\\.lang\\.Thread\\.State: ([A-Z_]+).*");
    private static final Pattern CARRYING = Pattern.compile("Carrying virtual thread #(\\d+)");
    private static final Pattern MOUNTED = Pattern.compile("Mounted virtual thread #(\\d+)");
    private static final Pattern LOCK = Pattern.compile(
            "- (locked|waiting to lock|waiting to re-lock in wait\\(\\)|waiting on|parking to wait for|blocked on)"
                    + "\\s+<(.+?)>(?: \\(an? (.+)\\))?.*");
    private static final Pattern INITIALIZING =
            Pattern.compile("- waiting on the Class initialization monitor for (\\S+)");
    private static final Pattern SYNCHRONIZER = Pattern.compile("- <(0x[0-9a-f]+)> \\(an? (\\S+)\\)");
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(Z?)");
    private static final Pattern PID = Pattern.compile("(\\d{1,10}):?");

    private final DumpFrames frames;
    private final List<ThreadDump> dumps = new ArrayList<>();
    private Map<Long, ThreadSnapshot> threads = new LinkedHashMap<>();
    private final Map<Long, String> carriers = new HashMap<>();
    private Optional<Paragraph> open = Optional.empty();
    private boolean inDump;
    private boolean plain;
    private long at;
    private long pid;
    private String version = "";

    private TextDumps(DumpFrames frames) {
        this.frames = frames;
    }

    /// One thread while it is read.
    private static final class Paragraph {
        private final long id;
        private final String name;
        private final boolean virtual;
        private String state;
        private String carrier = "";
        private long carrying;
        private String blockedOn = "";
        private String waitingOn = "";
        private String parkedOn = "";
        private String initializing = "";
        private final Map<Integer, List<String>> owned = new HashMap<>();
        private final List<String> synchronizers = new ArrayList<>();
        private final List<StackFrame> stack = new ArrayList<>();

        Paragraph(long id, String name, boolean virtual, String state) {
            this.id = id;
            this.name = name;
            this.virtual = virtual;
            this.state = state;
        }

        void lock(String how, String lock) {
            int depth = Math.max(0, stack.size() - 1);
            switch (how) {
                case "locked" ->
                    owned.computeIfAbsent(depth, _ -> new ArrayList<>()).add(lock);
                case "waiting on" -> waitingOn = lock;
                case "parking to wait for" -> parkedOn = lock;
                default -> blockedOn = lock;
            }
        }

        ThreadSnapshot read(DumpFrames frames) {
            return new ThreadSnapshot(
                    id,
                    name,
                    virtual,
                    carrier,
                    state,
                    new Locks(blockedOn, waitingOn, parkedOn, 0, initializing, owned, synchronizers),
                    "",
                    false,
                    frames.stack(stack));
        }
    }

    /// @return in the order of the text; none when it has no dump
    static List<ThreadDump> read(BufferedReader text, DumpFrames frames) throws IOException {
        TextDumps dumps = new TextDumps(frames);
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            dumps.line(line);
        }
        dumps.end();
        return dumps.dumps;
    }

    private void line(String line) {
        Matcher begin = BEGIN.matcher(line);
        Matcher numbered = NUMBERED.matcher(line);
        Matcher thread = THREAD.matcher(line);
        if (begin.find()) {
            end();
            inDump = true;
            plain = false;
            version = begin.group(1).replaceFirst("[+-].*", "");
        } else if (numbered.matches() && (!inDump || plain)) {
            inDump = true;
            plain = true;
            close();
            open = Optional.of(new Paragraph(
                    Long.parseLong(numbered.group(1)),
                    numbered.group(2),
                    numbered.group(3) != null,
                    Optional.ofNullable(numbered.group(4)).orElse("")));
        } else if (!plain && thread.matches() && (inDump || thread.group(2) != null)) {
            // Somebody may have copied the threads without the line above them.
            inDump = true;
            close();
            open = Optional.ofNullable(thread.group(2))
                    .map(id -> new Paragraph(Long.parseLong(id), thread.group(1), false, ""));
        } else if (open.isPresent()) {
            inThread(open.orElseThrow(), line.strip());
        } else if (!inDump || line.startsWith("JNI global ref")) {
            outside(line.strip());
        }
    }

    /// Between dumps, and before the first thread of a plain one.
    private void outside(String line) {
        Matcher time = TIME.matcher(line);
        if (line.startsWith("JNI global ref")) {
            end();
        } else if (time.lookingAt()) {
            at = time.group(4).isEmpty() ? local(time) : JsonDumps.nanos(line.replaceFirst("Z.*", "Z"));
        } else if (PID.matcher(line).matches()) {
            pid = Long.parseLong(line.replace(":", ""));
        } else if (line.matches("\\d{2}[\\d.]*(?:[+-]\\S*)?")) {
            version = line.replaceFirst("[+-].*", "");
        }
    }

    private static long local(Matcher time) {
        try {
            return LocalDateTime.parse(time.group(1) + "T" + time.group(2))
                            .atZone(ZoneId.systemDefault())
                            .toEpochSecond()
                    * 1_000_000_000L;
        } catch (DateTimeException e) {
            return 0;
        }
    }

    private void inThread(Paragraph thread, String line) {
        Matcher state = STATE.matcher(line);
        Matcher lock = LOCK.matcher(line);
        Matcher carrying = CARRYING.matcher(line);
        Matcher mounted = MOUNTED.matcher(line);
        Matcher initializing = INITIALIZING.matcher(line);
        Matcher synchronizer = SYNCHRONIZER.matcher(line);
        if (line.startsWith("at ") || plain && !line.startsWith("-") && line.endsWith(")")) {
            frames.frame(line.startsWith("at ") ? line.substring(3) : line).ifPresent(thread.stack::add);
        } else if (state.matches()) {
            thread.state = state.group(1);
        } else if (carrying.matches()) {
            thread.carrying = Long.parseLong(carrying.group(1));
        } else if (mounted.matches()) {
            close();
            Paragraph virtual = new Paragraph(Long.parseLong(mounted.group(1)), "", true, "");
            virtual.carrier = thread.name;
            open = Optional.of(virtual);
        } else if (initializing.matches()) {
            thread.initializing = initializing.group(1).replace('/', '.');
        } else if (lock.matches()) {
            thread.lock(lock.group(1), lock.group(3) == null ? lock.group(2) : lock.group(3) + "@" + lock.group(2));
        } else if (synchronizer.matches()) {
            thread.synchronizers.add(synchronizer.group(2) + "@" + synchronizer.group(1));
        }
    }

    private void close() {
        open.ifPresent(thread -> {
            threads.put(thread.id, thread.read(frames));
            if (thread.carrying > 0) {
                carriers.put(thread.carrying, thread.name);
            }
        });
        open = Optional.empty();
    }

    private void end() {
        close();
        if (inDump && !threads.isEmpty()) {
            Map<Long, ThreadSnapshot> all = threads;
            // Of those that 21 to 24 do not print, it is known only that they run.
            carriers.forEach((id, carrier) -> all.computeIfAbsent(
                    id, _ -> new ThreadSnapshot(id, "", true, carrier, "", Locks.NONE, "", false, List.of())));
            boolean states =
                    threads.values().stream().anyMatch(thread -> !thread.state().isEmpty());
            dumps.add(new ThreadDump(
                    at, new ThreadDump.Jvm(pid, version), new ThreadDump.Tells(!plain, states, plain), threads));
        }
        threads = new LinkedHashMap<>();
        carriers.clear();
        inDump = false;
        plain = false;
        at = 0;
    }
}
