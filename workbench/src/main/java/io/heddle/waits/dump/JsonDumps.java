package io.heddle.waits.dump;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.waits.ThreadSnapshot.Locks;
import java.io.IOException;
import java.io.Reader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `jcmd PID Thread.dump_to_file -format=json`, JDK 21 to 26, read as it comes: a hundred thousand threads are never a
/// tree in memory. Of one that is cut off, the threads that are whole count.
final class JsonDumps {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String ROOT = "<root>";

    private final DumpFrames frames;
    private final Map<Long, ThreadSnapshot> threads = new LinkedHashMap<>();
    private final Map<Long, Long> carriers = new HashMap<>();
    private String time = "";
    private String version = "";
    private long pid;
    private boolean states;
    private boolean isDump;

    private JsonDumps(DumpFrames frames) {
        this.frames = frames;
    }

    /// A dump, and whether it is whole.
    ///
    /// @param isDump false when it is JSON of something else
    record Read(ThreadDump dump, boolean whole, boolean isDump) {}

    /// @throws IOException when it cannot be read; what is no JSON is not whole
    static Read read(Reader text, DumpFrames frames) throws IOException {
        JsonDumps dumps = new JsonDumps(frames);
        boolean whole = true;
        try (JsonParser parser = JSON.createParser(text)) {
            dumps.root(parser);
        } catch (com.fasterxml.jackson.core.JacksonException cutOff) {
            whole = false;
        }
        return new Read(dumps.dump(), whole, dumps.isDump);
    }

    private ThreadDump dump() {
        carriers.forEach((id, carrier) -> threads.computeIfPresent(id, (_, thread) -> carriedBy(thread, carrier)));
        return new ThreadDump(
                nanos(time),
                new ThreadDump.Jvm(pid, version.replaceFirst("[+-].*", "")),
                new ThreadDump.Tells(states, states, true),
                threads);
    }

    private ThreadSnapshot carriedBy(ThreadSnapshot thread, long carrier) {
        ThreadSnapshot by = threads.get(carrier);
        return new ThreadSnapshot(
                thread.id(),
                thread.name(),
                thread.virtual(),
                by == null || by.name().isEmpty() ? "thread #" + carrier : by.name(),
                thread.state(),
                thread.locks(),
                thread.container(),
                thread.child(),
                thread.stack());
    }

    private void root(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            if (parser.currentName().equals("threadDump") && parser.nextToken() == JsonToken.START_OBJECT) {
                isDump = true;
                threadDump(parser);
            } else {
                skip(parser);
            }
        }
    }

    private void threadDump(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "processId" -> pid = number(parser);
                case "time" -> time = parser.getText();
                case "runtimeVersion" -> version = parser.getText();
                case "threadContainers" -> {
                    if (value == JsonToken.START_ARRAY) {
                        while (parser.nextToken() == JsonToken.START_OBJECT) {
                            container(parser);
                        }
                    }
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void container(JsonParser parser) throws IOException {
        String name = "";
        boolean owned = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "container" -> name = parser.getText().equals(ROOT) ? "" : parser.getText();
                case "owner" -> owned = value != JsonToken.VALUE_NULL;
                case "threads" -> {
                    if (value == JsonToken.START_ARRAY) {
                        while (parser.nextToken() == JsonToken.START_OBJECT) {
                            thread(parser, name, owned);
                        }
                    }
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void thread(JsonParser parser, String container, boolean child) throws IOException {
        long id = 0;
        String name = "";
        String state = "";
        boolean virtual = false;
        long carrier = 0;
        List<StackFrame> stack = List.of();
        LockFields locks = new LockFields();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "tid" -> id = number(parser);
                case "name" -> name = parser.getText();
                case "state" -> state = parser.getText();
                case "virtual" -> virtual = parser.getValueAsBoolean();
                case "carrier" -> carrier = number(parser);
                case "stack" -> stack = stack(parser, value);
                default -> locks.take(parser, field, value);
            }
        }
        states |= !state.isEmpty();
        // Before 25 nothing says so but the outermost frame, and the empty stack of one that has never run.
        boolean runsVirtual = virtual
                || stack.isEmpty() && state.isEmpty() && !isOfJvm(name, container)
                || stack.stream()
                        .skip(Math.max(0, stack.size() - 3))
                        .anyMatch(frame -> frame.is("java.lang.VirtualThread", "run"));
        if (carrier > 0) {
            carriers.put(id, carrier);
        }
        threads.put(id, new ThreadSnapshot(id, name, runsVirtual, "", state, locks.read(), container, child, stack));
    }

    /// Threads that the JVM runs for itself have no stack either.
    private static boolean isOfJvm(String name, String container) {
        return container.isEmpty()
                        && List.of(
                                        "Signal Dispatcher",
                                        "Service Thread",
                                        "Monitor Deflation Thread",
                                        "Attach Listener",
                                        "Notification Thread",
                                        "Common-Cleaner",
                                        "JFR Recorder Thread",
                                        "Reference Handler")
                                .contains(name)
                || name.contains("CompilerThread")
                || name.contains("Compiler Thread");
    }

    private List<StackFrame> stack(JsonParser parser, JsonToken value) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return List.of();
        }
        List<StackFrame> stack = new ArrayList<>();
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            if (token == JsonToken.VALUE_STRING) {
                frames.frame(parser.getText()).ifPresent(stack::add);
            } else {
                parser.skipChildren();
            }
        }
        return frames.stack(stack);
    }

    /// What a thread of JDK 25 and later tells of locks.
    private static final class LockFields {
        private String blockedOn = "";
        private String waitingOn = "";
        private String parkedOn = "";
        private long parkOwner;
        private final Map<Integer, List<String>> owned = new HashMap<>();

        void take(JsonParser parser, String field, JsonToken value) throws IOException {
            switch (field) {
                case "blockedOn" -> blockedOn = parser.getText();
                case "waitingOn" -> waitingOn = parser.getText();
                case "parkBlocker" -> blocker(parser, value);
                case "monitorsOwned" -> monitors(parser, value);
                default -> parser.skipChildren();
            }
        }

        private void blocker(JsonParser parser, JsonToken value) throws IOException {
            if (value != JsonToken.START_OBJECT) {
                parser.skipChildren();
                return;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "object" -> parkedOn = parser.getText();
                    case "owner" -> parkOwner = number(parser);
                    default -> parser.skipChildren();
                }
            }
        }

        private void monitors(JsonParser parser, JsonToken value) throws IOException {
            if (value != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int depth = 0;
                List<String> locks = new ArrayList<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String field = parser.currentName();
                    JsonToken inner = parser.nextToken();
                    if (field.equals("depth")) {
                        depth = (int) number(parser);
                    } else if (field.equals("locks") && inner == JsonToken.START_ARRAY) {
                        while (parser.nextToken() == JsonToken.VALUE_STRING) {
                            locks.add(parser.getText());
                        }
                    } else {
                        parser.skipChildren();
                    }
                }
                owned.put(depth, locks);
            }
        }

        Locks read() {
            return blockedOn.isEmpty() && waitingOn.isEmpty() && parkedOn.isEmpty() && owned.isEmpty()
                    ? Locks.NONE
                    : new Locks(blockedOn, waitingOn, parkedOn, parkOwner, "", owned, List.of());
        }
    }

    /// A number, or the text of one: JDK 21 to 25 write texts, 26 may write either.
    private static long number(JsonParser parser) throws IOException {
        return parser.getValueAsLong();
    }

    private static void skip(JsonParser parser) throws IOException {
        parser.nextToken();
        parser.skipChildren();
    }

    /// 0 when it is no time.
    static long nanos(String time) {
        try {
            Instant instant = Instant.parse(time);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (DateTimeParseException | ArithmeticException e) {
            return 0;
        }
    }
}
