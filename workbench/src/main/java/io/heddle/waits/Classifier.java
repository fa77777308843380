package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tells the wait class of a thread: by its state and locks where the dump has them, else by the frames in which it
/// waits. What is known of methods stands in data files: `jdk.txt`, `around.txt`, `pools.txt`, `servers.txt`.
final class Classifier {

    private static final int CELLS = 4;
    private static final int TOP = 10;
    private static final Map<String, WaitClass> CLASSES =
            Stream.of(WaitClass.values()).collect(Collectors.toUnmodifiableMap(WaitClass::spelled, kind -> kind));

    /// The files are read once.
    static final Classifier KNOWN = new Classifier();

    private final MethodTable<Known> jdk = new MethodTable<>();
    private final MethodTable<Known> around = new MethodTable<>();
    private final MethodTable<PoolKind> pools = new MethodTable<>();
    private final MethodTable<PoolKind> holds = new MethodTable<>();
    private final MethodTable<String> servers = new MethodTable<>();

    private record Known(WaitClass kind, Nature nature, String what) {

        /// Of several that stand around each other the first in this order tells, of equals the innermost.
        int rank() {
            return switch (nature) {
                case JVM -> 0;
                case TASK -> 1;
                case QUEUES -> 2;
                case IDLE -> 3;
                case PLAIN -> isMeans() ? 5 : 4;
            };
        }

        private boolean isMeans() {
            return kind == WaitClass.LOCK || kind == WaitClass.MONITOR || kind == WaitClass.SLEEP;
        }
    }

    private Classifier() {
        MethodTable.lines("jdk.txt", CELLS)
                .forEach(line ->
                        jdk.add(line.get(0), new Known(kind(line.get(1)), nature(line.get(2)), simple(line.get(0)))));
        MethodTable.lines("around.txt", CELLS)
                .forEach(line -> around.add(line.get(0), new Known(kind(line.get(1)), Nature.PLAIN, line.get(2))));
        MethodTable.lines("servers.txt", 3).forEach(line -> servers.add(line.get(0), line.get(1)));
        for (PoolKind pool : PoolKind.all()) {
            pool.waits().forEach(method -> pools.add(method, pool));
            pool.holds().forEach(method -> holds.add(method, pool));
        }
    }

    private static WaitClass kind(String cell) {
        return Optional.ofNullable(CLASSES.get(cell)).orElseThrow(() -> new IllegalArgumentException(cell));
    }

    private static Nature nature(String cell) {
        return switch (cell) {
            case "-" -> Nature.PLAIN;
            case "held" -> Nature.QUEUES;
            default -> Nature.valueOf(cell.toUpperCase(Locale.ROOT));
        };
    }

    /// `ReentrantReadWriteLock` of `java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock`.
    private static String simple(String method) {
        String type = method.substring(0, method.lastIndexOf('.'));
        return type.substring(type.lastIndexOf('.') + 1)
                .replaceFirst("\\$.*", "")
                .replace("*", "");
    }

    /// The server under which a thread runs a request; empty when it is none that is known.
    Optional<String> server(ThreadSnapshot thread) {
        return thread.stack().reversed().stream()
                .flatMap(frame -> servers.of(frame).stream())
                .findFirst();
    }

    /// The pool of which a thread has something while it runs; empty where that does not show.
    Optional<PoolKind> has(ThreadSnapshot thread) {
        return has(thread.stack());
    }

    Optional<PoolKind> has(List<StackFrame> stack) {
        return stack.stream().flatMap(frame -> holds.of(frame).stream()).findFirst();
    }

    /// The pool that a thread waits for as it runs, in a loop without a pause; empty where it does something else.
    Optional<Activity> busy(ThreadSnapshot thread) {
        return thread.stack().getFirst().isNative()
                        && !thread.stack().getFirst().isJdk()
                ? Optional.empty()
                : pool(thread).filter(wait -> !wait.what().equals("Semaphore"));
    }

    Activity of(ThreadSnapshot thread, boolean tellsCarriers) {
        List<StackFrame> stack = thread.stack();
        if (stack.isEmpty()) {
            return thread.virtual() && !thread.carried()
                    ? new Activity(WaitClass.CARRIER, Nature.PLAIN, "", "", Activity.NOWHERE, Optional.empty())
                    : plain(WaitClass.RUNNING, thread.virtual() ? Nature.PLAIN : Nature.JVM, "", Activity.NOWHERE);
        }
        if (!thread.locks().initializing().isEmpty()) {
            String type = thread.locks().initializing();
            return new Activity(WaitClass.CLASS_INIT, Nature.QUEUES, type, type, asker(stack, 0), Optional.empty());
        }
        Optional<Known> outer = around(stack);
        boolean waits = thread.state().equals("BLOCKED") || parks(stack);
        if (outer.isPresent() && (waits || isNative(stack))) {
            return plain(outer.orElseThrow(), stack);
        }
        if (!thread.locks().blockedOn().isEmpty()) {
            String lock = thread.locks().blockedOn();
            return new Activity(
                    WaitClass.MONITOR, Nature.QUEUES, typeOf(lock), lock, asker(stack, 0), Optional.empty());
        }
        Optional<Activity> pool = waits ? pool(thread) : Optional.empty();
        if (pool.isPresent()) {
            return pool.orElseThrow();
        }
        Optional<Activity> known = known(thread);
        if (known.isPresent()) {
            return known.orElseThrow();
        }
        boolean ready = thread.virtual() && !thread.carried() && tellsCarriers;
        if (parks(stack)) {
            return thread.state().equals("RUNNABLE") && ready
                    ? plain(WaitClass.CARRIER, Nature.PLAIN, "", asker(stack, 0))
                    : new Activity(
                            WaitClass.OTHER,
                            Nature.PLAIN,
                            "parked in " + asker(stack, 0).type() + "."
                                    + asker(stack, 0).method(),
                            thread.locks().parkedOn(),
                            asker(stack, 0),
                            Optional.empty());
        }
        return ready
                ? plain(WaitClass.CARRIER, Nature.PLAIN, "", asker(stack, 0))
                : plain(
                        isNative(stack) && !stack.getFirst().isJdk() ? WaitClass.NATIVE : WaitClass.RUNNING,
                        Nature.PLAIN,
                        "",
                        asker(stack, 0));
    }

    /// A known method of the JDK; frames of others end the search. A sleep, a condition and
    /// `Object.wait` are means: what waits by them is told where it is known.
    private Optional<Activity> known(ThreadSnapshot thread) {
        List<StackFrame> stack = thread.stack();
        if (!parks(stack) && !isNative(stack)) {
            return Optional.empty();
        }
        List<Known> found = stack.stream()
                .takeWhile(StackFrame::isJdk)
                .flatMap(frame -> jdk.of(frame).stream())
                .toList();
        return found.stream()
                .min(Comparator.comparingInt(Known::rank))
                .map(known -> known.nature() == Nature.QUEUES ? queued(thread, known) : plain(known, stack));
    }

    private static Activity queued(ThreadSnapshot thread, Known known) {
        String lock = thread.locks().parkedOn();
        // What a thread that waits for room in a queue is parked on is a condition of it.
        boolean isLock = known.kind() == WaitClass.LOCK;
        return new Activity(
                known.kind(),
                Nature.QUEUES,
                isLock ? known.what() : "room in a full " + known.what(),
                lock,
                asker(thread.stack(), 0),
                Optional.empty());
    }

    private static Activity plain(Known known, List<StackFrame> stack) {
        return plain(
                known.kind(),
                known.nature(),
                switch (known.kind()) {
                    case LOCK -> "a condition";
                    case MONITOR -> "Object.wait";
                    case QUEUE -> known.what();
                    case OTHER -> "another thread (" + known.what() + ")";
                    case LOOKUP, CLASS_LOAD -> "";
                    case SOCKET -> known.what().contains(" ") ? known.what() : "";
                    case RUNNING, NATIVE, CARRIER, CPU, POOL, FILE, SLEEP, CLASS_INIT, GC -> "";
                },
                asker(stack, 0));
    }

    private static Activity plain(WaitClass kind, Nature nature, String what, StackFrame place) {
        return new Activity(kind, nature, what, "", place, Optional.empty());
    }

    private Optional<Known> around(List<StackFrame> stack) {
        for (StackFrame frame : stack) {
            Optional<Known> found = around.of(frame);
            if (found.isPresent()) {
                return found;
            }
            if (!frame.isJdk() && !frame.type().startsWith("io.lettuce.")) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /// A pool that the thread waits for: of several that stand around each other, as Jedis around commons-pool2, the
    /// outermost.
    private Optional<Activity> pool(ThreadSnapshot thread) {
        List<StackFrame> stack = thread.stack();
        Optional<PoolKind> found = Optional.empty();
        int at = -1;
        for (int i = 0; i < stack.size(); i++) {
            StackFrame frame = stack.get(i);
            Optional<PoolKind> here = pools.of(frame);
            if (here.isPresent() && areOwn(stack.subList(at + 1, i), found, here.orElseThrow())) {
                found = here;
                at = i;
            } else if (!isWaiting(frame)
                    && !found.map(pool -> pool.isOwn(frame.type())).orElse(false)
                    && PoolKind.all().stream().noneMatch(pool -> pool.isOwn(frame.type()))) {
                break;
            }
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        PoolKind pool = found.orElseThrow();
        int from = at;
        while (from < stack.size() - 1
                && (stack.get(from).isJdk() || pool.isOwn(stack.get(from).type()))) {
            from++;
        }
        return Optional.of(new Activity(
                WaitClass.POOL,
                Nature.QUEUES,
                pool.title(),
                pool.title().equals("Semaphore") ? thread.locks().parkedOn() : "",
                stack.get(from),
                found));
    }

    private static boolean areOwn(List<StackFrame> between, Optional<PoolKind> inner, PoolKind outer) {
        return between.stream()
                .allMatch(frame -> isWaiting(frame)
                        || outer.isOwn(frame.type())
                        || inner.map(pool -> pool.isOwn(frame.type())).orElse(false));
    }

    /// Frames of the JDK that only wait: none of them reads a socket, opens a file or loads a class.
    private static boolean isWaiting(StackFrame frame) {
        return frame.type().startsWith("java.util.concurrent.")
                || frame.type().startsWith("jdk.internal.misc.")
                || frame.type().startsWith("jdk.internal.vm.")
                || frame.type().startsWith("java.lang.VirtualThread")
                || frame.type().startsWith("java.lang.System$")
                || frame.is("java.lang.Object", "wait")
                || frame.is("java.lang.Object", "wait0")
                || frame.type().equals("java.lang.Thread") && frame.method().startsWith("sleep");
    }

    /// Whether it is parked, asleep or in `Object.wait`.
    private static boolean parks(List<StackFrame> stack) {
        return stack.stream()
                .limit(TOP)
                .takeWhile(StackFrame::isJdk)
                .anyMatch(frame -> frame.is("jdk.internal.misc.Unsafe", "park")
                        || frame.is("java.lang.Object", "wait0")
                        || frame.is("java.lang.Object", "wait")
                        || frame.type().equals("java.lang.Thread")
                                && frame.method().startsWith("sleep")
                        || frame.type().equals("java.lang.VirtualThread")
                                && (frame.method().startsWith("park")
                                        || frame.method().equals("yieldContinuation")
                                        || frame.method().equals("sleepNanos")));
    }

    private static boolean isNative(List<StackFrame> stack) {
        return stack.getFirst().isNative();
    }

    /// The nearest frame from an index outwards that is not the JDK's; the outermost where there is none.
    static StackFrame asker(List<StackFrame> stack, int from) {
        return stack.stream()
                .skip(from)
                .filter(frame -> !frame.isJdk())
                .findFirst()
                .orElse(stack.getLast());
    }

    /// `ReentrantLock` of `java.util.concurrent.locks.ReentrantLock$NonfairSync@5b498523`.
    static String typeOf(String lock) {
        int at = lock.lastIndexOf('@');
        return at < 0 ? lock : lock.substring(0, at);
    }
}
