package idioms;

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/// Shapes of code around a monitor.
class Shapes {
    static class LazyOverHttp {
        private String token;

        synchronized String token() throws Exception {
            if (token == null) {
                token = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Env.http + "/"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body();
            }
            return token;
        }

        static void run() throws Exception {
            new LazyOverHttp().token();
        }
    }

    static class DoubleChecked {
        private static volatile DoubleChecked one;

        DoubleChecked() {
            Env.nap(40);
        }

        static DoubleChecked get() {
            DoubleChecked known = one;
            if (known == null) {
                synchronized (DoubleChecked.class) {
                    known = one;
                    if (known == null) {
                        one = known = new DoubleChecked();
                    }
                }
            }
            return known;
        }

        static void run() {
            get();
        }
    }

    static class HolderInit {
        static class Holder {
            static final HolderInit ONE = new HolderInit();
        }

        HolderInit() {
            Env.nap(40);
        }

        static void run() {
            Env.kept = Holder.ONE;
        }
    }

    static class StaticSetup {
        static class Rates {
            static final Map<String, Integer> ALL = new HashMap<>();

            static {
                load();
            }

            static void load() {
                Env.nap(40);
                ALL.put("a", 1);
            }

            static int of(String name) {
                return ALL.get(name);
            }
        }

        static void run() {
            Rates.of("a");
        }
    }

    static class TemplateMethod {
        abstract static class Job {
            final Object lock = new Object();

            void perform() {
                synchronized (lock) {
                    before();
                    body();
                }
            }

            void before() {}

            abstract void body();
        }

        static class Slow extends Job {
            @Override
            void body() {
                Env.nap(40);
            }
        }

        static void run() {
            new Slow().perform();
        }
    }

    static class DecoratorChain {
        interface Sender {
            void send(String text);
        }

        record Logged(Sender next) implements Sender {
            public void send(String text) {
                next.send(text + "!");
            }
        }

        record Guarded(Sender next) implements Sender {
            public synchronized void send(String text) {
                next.send(text);
            }
        }

        record Direct() implements Sender {
            public void send(String text) {
                Env.nap(40);
            }
        }

        static void run() {
            new Guarded(new Logged(new Direct())).send("a");
        }
    }

    static class StrategyMap {
        static final Map<String, Consumer<String>> ALL = Map.of("quick", text -> {}, "slow", text -> Env.nap(40));

        static synchronized void go(String name) {
            ALL.get(name).accept(name);
        }

        static void run() {
            go("slow");
        }
    }

    static class StrategyEnum {
        enum Way {
            QUICK {
                void go() {}
            },
            SLOW {
                void go() {
                    Env.nap(40);
                }
            };

            abstract void go();
        }

        static void run() {
            for (Way way : Way.values()) {
                synchronized (way) {
                    way.go();
                }
            }
        }
    }

    static class Listeners {
        interface Listener {
            void told(String text);
        }

        final List<Listener> all = new ArrayList<>();

        synchronized void add(Listener one) {
            all.add(one);
        }

        synchronized void tell(String text) {
            for (Listener one : all) {
                one.told(text);
            }
        }

        static void run() {
            Listeners it = new Listeners();
            it.add(text -> Env.kept = text);
            it.add(text -> Env.nap(40));
            it.tell("a");
        }
    }

    static class EventBus {
        final Map<Class<?>, List<Consumer<Object>>> handlers = new HashMap<>();

        <T> void on(Class<T> type, Consumer<? super T> handler) {
            handlers.computeIfAbsent(type, key -> new ArrayList<>()).add(event -> handler.accept(type.cast(event)));
        }

        synchronized void publish(Object event) {
            handlers.getOrDefault(event.getClass(), List.of()).forEach(handler -> handler.accept(event));
        }

        static void run() {
            EventBus bus = new EventBus();
            bus.on(String.class, text -> Env.nap(40));
            bus.publish("a");
        }
    }

    static class Visitor {
        interface Node {
            <R> R accept(Visit<R> visit);
        }

        interface Visit<R> {
            R leaf(int value);
        }

        record Leaf(int value) implements Node {
            public <R> R accept(Visit<R> visit) {
                return visit.leaf(value);
            }
        }

        static synchronized int sum(Node node) {
            return node.accept(new Visit<Integer>() {
                public Integer leaf(int value) {
                    Env.nap(40);
                    return value;
                }
            });
        }

        static void run() {
            sum(new Leaf(1));
        }
    }

    static class Retry {
        static int tries;

        static String ask() throws IOException {
            if (tries++ == 0) {
                throw new IOException("first");
            }
            return "a";
        }

        static synchronized String retry() throws Exception {
            for (int i = 0; ; i++) {
                try {
                    return ask();
                } catch (IOException e) {
                    if (i > 3) {
                        throw e;
                    }
                    Thread.sleep(40);
                }
            }
        }

        static void run() throws Exception {
            retry();
        }
    }

    static class RateLimiter {
        long next;

        synchronized void acquire() throws InterruptedException {
            long now = System.nanoTime();
            if (next > now) {
                TimeUnit.NANOSECONDS.sleep(next - now);
            }
            next = Math.max(now, next) + 40_000_000;
        }

        static void run() throws Exception {
            RateLimiter it = new RateLimiter();
            it.acquire();
            it.acquire();
        }
    }

    static class CircuitBreaker {
        enum State {
            CLOSED,
            OPEN
        }

        State state = State.CLOSED;

        <T> T call(Callable<T> task) throws Exception {
            synchronized (this) {
                if (state == State.OPEN) {
                    throw new IllegalStateException();
                }
                return task.call();
            }
        }

        static void run() throws Exception {
            new CircuitBreaker().call(() -> {
                Thread.sleep(40);
                return 1;
            });
        }
    }

    static class CacheAside {
        final Map<String, String> cache = new HashMap<>();
        final Function<String, String> loader;

        CacheAside(Function<String, String> loader) {
            this.loader = loader;
        }

        String get(String key) {
            synchronized (cache) {
                String known = cache.get(key);
                if (known == null) {
                    known = loader.apply(key);
                    cache.put(key, known);
                }
                return known;
            }
        }

        static void run() {
            new CacheAside(key -> {
                        Env.nap(40);
                        return key;
                    })
                    .get("a");
        }
    }

    static class Memoizer<K, V> {
        final ConcurrentMap<K, V> map = new ConcurrentHashMap<>();
        final Function<K, V> compute;

        Memoizer(Function<K, V> compute) {
            this.compute = compute;
        }

        V get(K key) {
            return map.computeIfAbsent(key, compute);
        }

        static void run() {
            new Memoizer<String, Integer>(key -> {
                        Env.nap(40);
                        return 1;
                    })
                    .get("a");
        }
    }

    static class MemoizedSupplier<T> implements Supplier<T> {
        private final Supplier<T> inner;
        private T value;

        MemoizedSupplier(Supplier<T> inner) {
            this.inner = inner;
        }

        public T get() {
            synchronized (this) {
                if (value == null) {
                    value = inner.get();
                }
                return value;
            }
        }

        static void run() {
            new MemoizedSupplier<>(() -> {
                        Env.nap(40);
                        return "a";
                    })
                    .get();
        }
    }

    static class HomePool {
        final Deque<String> free = new ArrayDeque<>();

        static String connect() throws IOException {
            try (Socket socket = Env.late()) {
                return String.valueOf(socket.getInputStream().read());
            }
        }

        synchronized String borrow() throws IOException {
            return free.isEmpty() ? connect() : free.pop();
        }

        static void run() throws Exception {
            new HomePool().borrow();
        }
    }

    static class Recursion {
        static synchronized int walk(int depth) {
            if (depth == 0) {
                Env.nap(40);
                return 0;
            }
            return 1 + walk(depth - 1);
        }

        static void run() {
            walk(3);
        }
    }

    static class MutualRecursion {
        static synchronized boolean even(int n) {
            return n == 0 || odd(n - 1);
        }

        static boolean odd(int n) {
            if (n == 1) {
                Env.nap(40);
            }
            return n != 0 && even(n - 1);
        }

        static void run() {
            even(4);
        }
    }

    static class InnerClass {
        int count;

        class Task implements Runnable {
            public void run() {
                Env.nap(40);
                count++;
            }
        }

        synchronized void all() {
            new Task().run();
        }

        static void run() {
            new InnerClass().all();
        }
    }

    static class SwitchPattern {
        sealed interface Shape permits Dot, Line {}

        record Dot() implements Shape {}

        record Line(int length) implements Shape {}

        static synchronized int draw(Shape shape) {
            return switch (shape) {
                case Dot dot -> 0;
                case Line(int length)
                when length > 1 -> {
                    Env.nap(40);
                    yield length;
                }
                case Line line -> 1;
            };
        }

        static void run() {
            draw(new Line(3));
        }
    }

    static class GenericRepository {
        interface Repository<T, I> {
            T byId(I id);

            default T require(I id) {
                return Objects.requireNonNull(byId(id));
            }
        }

        static class Users implements Repository<String, Long> {
            public String byId(Long id) {
                Env.nap(40);
                return "u" + id;
            }
        }

        static class Service<R extends Repository<String, Long>> {
            final R users;

            Service(R users) {
                this.users = users;
            }

            synchronized String name(long id) {
                return users.require(id);
            }
        }

        static void run() {
            new Service<>(new Users()).name(1);
        }
    }

    static class MethodReferenceField {
        final Runnable task = this::work;

        void work() {
            Env.nap(40);
        }

        void go() {
            synchronized (this) {
                task.run();
            }
        }

        static void run() {
            new MethodReferenceField().go();
        }
    }

    static class ConstructorReference {
        static class Heavy {
            Heavy() {
                Env.nap(40);
            }
        }

        static synchronized <T> T make(Supplier<T> how) {
            return how.get();
        }

        static void run() {
            make(Heavy::new);
        }
    }

    static class Curried {
        static Function<Integer, Function<Integer, Integer>> add() {
            return a -> b -> {
                Env.nap(40);
                return a + b;
            };
        }

        static synchronized int sum(int a, int b) {
            return add().apply(a).apply(b);
        }

        static void run() {
            sum(1, 2);
        }
    }

    static class RecordCompact {
        record Range(int low, int high) {
            Range {
                Env.nap(40);
            }
        }

        static synchronized Range make() {
            return new Range(1, 2);
        }

        static void run() {
            make();
        }
    }

    static class ThisEscape {
        static class Service {
            final Object lock = new Object();

            Service() {
                synchronized (lock) {
                    init();
                }
            }

            void init() {}
        }

        static class Sub extends Service {
            @Override
            void init() {
                Env.nap(40);
            }
        }

        static void run() {
            new Sub();
        }
    }

    static class CallOnClose {
        static class Connection implements Closeable {
            public void close() {
                Env.nap(40);
            }
        }

        static synchronized void use() {
            try (Connection c = new Connection()) {
                Env.kept = c;
            }
        }

        static void run() {
            use();
        }
    }

    static class CatchAndReport {
        static void fail() {
            throw new IllegalStateException("a");
        }

        static synchronized void go() {
            try {
                fail();
            } catch (IllegalStateException e) {
                report(e);
            }
        }

        static void report(Exception e) {
            Env.nap(40);
        }

        static void run() {
            go();
        }
    }

    static class StateMachine {
        enum State {
            IDLE,
            BUSY,
            DONE
        }

        State state = State.IDLE;

        synchronized void step() {
            switch (state) {
                case IDLE -> state = State.BUSY;
                case BUSY -> {
                    Env.nap(40);
                    state = State.DONE;
                }
                case DONE -> {}
            }
        }

        static void run() {
            StateMachine it = new StateMachine();
            it.step();
            it.step();
        }
    }

    static class LockByString {
        static void go(String id) {
            synchronized (id.intern()) {
                Env.nap(40);
            }
        }

        static void run() {
            go("user-7");
        }
    }

    static class LockByMap {
        static final ConcurrentMap<String, Object> LOCKS = new ConcurrentHashMap<>();

        static void go(String id) {
            synchronized (LOCKS.computeIfAbsent(id, key -> new Object())) {
                Env.nap(40);
            }
        }

        static void run() {
            go("a");
        }
    }

    static class LockArray {
        static final Object[] STRIPES = {new Object(), new Object()};

        static void go(String id) {
            synchronized (STRIPES[id.hashCode() & 1]) {
                Env.nap(40);
            }
        }

        static void run() {
            go("a");
        }
    }

    static class MonitorHelper {
        static void locked(Object lock, Runnable task) {
            synchronized (lock) {
                task.run();
            }
        }

        static void run() {
            locked(new Object(), () -> Env.nap(40));
        }
    }

    static class MonitorHelperManyTasks {
        static <T> T locked(Supplier<T> task) {
            synchronized (MonitorHelperManyTasks.class) {
                return task.get();
            }
        }

        static void run() {
            locked(() -> 1);
            locked(() -> "a");
            locked(() -> 'c');
            locked(() -> 2L);
            locked(() -> 3.0);
            locked(() -> List.of());
            locked(() -> Map.of());
            locked(() -> Set.of());
            locked(() -> 4);
            locked(() -> 5);
            locked(() -> 6);
            locked(() -> 7);
            locked(() -> {
                Env.nap(40);
                return 1;
            });
        }
    }

    static class TwelveSlowHandlers {
        interface Handler {
            void handle();
        }

        static final Map<String, Handler> ALL = new HashMap<>();

        static class H1 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H2 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H3 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H4 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H5 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H6 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H7 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H8 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H9 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H10 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H11 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static class H12 implements Handler {
            public void handle() {
                Env.nap(40);
            }
        }

        static {
            for (Handler each : List.of(
                    new H1(), new H2(), new H3(), new H4(), new H5(), new H6(), new H7(), new H8(), new H9(),
                    new H10())) {
                ALL.put(each.getClass().getSimpleName(), each);
            }
            ALL.put("H11", new H11());
            ALL.put("H12", new H12());
        }

        static synchronized void go(String name) {
            ALL.get(name).handle();
        }

        static void run() {
            go("H7");
        }
    }

    static class FourteenSlowLambdas {
        static final List<Runnable> ALL = new ArrayList<>();

        static {
            ALL.add(() -> Env.nap(1));
            ALL.add(() -> Env.nap(2));
            ALL.add(() -> Env.nap(3));
            ALL.add(() -> Env.nap(4));
            ALL.add(() -> Env.nap(5));
            ALL.add(() -> Env.nap(6));
            ALL.add(() -> Env.nap(7));
            ALL.add(() -> Env.nap(8));
            ALL.add(() -> Env.nap(9));
            ALL.add(() -> Env.nap(10));
            ALL.add(() -> Env.nap(11));
            ALL.add(() -> Env.nap(12));
            ALL.add(() -> Env.nap(13));
            ALL.add(() -> Env.nap(40));
        }

        static synchronized void all() {
            for (Runnable each : ALL) {
                each.run();
            }
        }

        static void run() {
            all();
        }
    }

    static class SlowToString {
        final String name;

        SlowToString(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            Env.nap(40);
            return name;
        }

        static void run() {
            SlowToString it = new SlowToString("a");
            synchronized (it) {
                Env.kept = "it is " + it;
            }
        }
    }

    static class SlowKey {
        @Override
        public int hashCode() {
            Env.nap(40);
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }

        static void run() {
            Map<SlowKey, Integer> map = new HashMap<>();
            synchronized (map) {
                map.put(new SlowKey(), 1);
            }
        }
    }

    static class SortByRemote {
        record Item(String name) implements Comparable<Item> {
            public int compareTo(Item other) {
                Env.nap(20);
                return name.compareTo(other.name);
            }
        }

        static void run() {
            List<Item> items = new ArrayList<>(List.of(new Item("b"), new Item("a"), new Item("c")));
            synchronized (items) {
                Collections.sort(items);
            }
        }
    }

    static class IterableOverPages {
        static class Pages implements Iterable<List<String>> {
            public Iterator<List<String>> iterator() {
                return new Iterator<>() {
                    int page;

                    public boolean hasNext() {
                        return page < 2;
                    }

                    public List<String> next() {
                        Env.nap(20);
                        page++;
                        return List.of("a");
                    }
                };
            }
        }

        static void run() {
            synchronized (Pages.class) {
                for (List<String> page : new Pages()) {
                    Env.kept = page;
                }
            }
        }
    }

    static class DynamicProxy {
        interface Api {
            String ask(String text);
        }

        static void run() {
            Api api = (Api) java.lang.reflect.Proxy.newProxyInstance(
                    Api.class.getClassLoader(), new Class<?>[] {Api.class}, (proxy, method, arguments) -> {
                        Env.nap(40);
                        return "a";
                    });
            synchronized (api) {
                api.ask("a");
            }
        }
    }

    static class ReflectiveNew {
        public ReflectiveNew() {
            Env.nap(40);
        }

        static void run() throws Exception {
            synchronized (ReflectiveNew.class) {
                ReflectiveNew.class.getDeclaredConstructor().newInstance();
            }
        }
    }

    static class ReflectiveCall {
        public static void slow() {
            Env.nap(40);
        }

        static void run() throws Exception {
            synchronized (ReflectiveCall.class) {
                ReflectiveCall.class.getMethod("slow").invoke(null);
            }
        }
    }

    static class Services {
        static void run() {
            synchronized (Services.class) {
                for (Runnable each : List.<Runnable>of(new Task())) {
                    each.run();
                }
            }
        }

        static class Task implements Runnable {
            public void run() {
                Env.nap(40);
            }
        }
    }

    static class TimerTaskByHand {
        static void run() {
            TimerTask task = new TimerTask() {
                @Override
                public void run() {
                    Env.nap(40);
                }
            };
            synchronized (task) {
                task.run();
            }
        }
    }

    static class ThreadLocalInitial {
        static final ThreadLocal<String> VALUE = new ThreadLocal<>() {
            @Override
            protected String initialValue() {
                Env.nap(40);
                return "a";
            }
        };

        static void run() {
            synchronized (VALUE) {
                VALUE.get();
            }
        }
    }

    static class SerialHook implements Serializable {
        private void writeObject(ObjectOutputStream out) throws IOException {
            Env.nap(40);
            out.defaultWriteObject();
        }

        static void run() throws Exception {
            synchronized (SerialHook.class) {
                new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new SerialHook());
            }
        }
    }

    static class FormatArgument {
        static void run() {
            synchronized (FormatArgument.class) {
                Env.kept = String.format("%s is here", new SlowToString("a"));
            }
        }
    }

    static class FormattedText {
        static void run() {
            synchronized (FormattedText.class) {
                Env.kept = "%s is here".formatted(new SlowToString("a"));
            }
        }
    }

    static class RegexReplace {
        static void run() {
            synchronized (RegexReplace.class) {
                Env.kept = java.util.regex.Pattern.compile("a")
                        .matcher("banana")
                        .replaceAll(found -> {
                            Env.nap(20);
                            return "o";
                        });
            }
        }
    }

    static class LogSupplier {
        static void run() {
            synchronized (LogSupplier.class) {
                java.util.logging.Logger.getLogger("a").info(() -> {
                    Env.nap(40);
                    return "a";
                });
            }
        }
    }

    static class Privileged {
        @SuppressWarnings("removal")
        static void run() {
            synchronized (Privileged.class) {
                java.security.AccessController.doPrivileged((java.security.PrivilegedAction<Void>) () -> {
                    Env.nap(40);
                    return null;
                });
            }
        }
    }
}
