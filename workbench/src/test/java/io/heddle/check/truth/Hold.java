package io.heddle.check.truth;

/// How a shape holds what it must not hold while it waits, or does not. `SINK` stands for the wait.
enum Hold {
    NOTHING("nothing", "@GET public void run() throws Exception { SINK }"),
    METHOD("synchronized method", "@GET public synchronized void run() throws Exception { SINK }"),
    STATIC(
            "static synchronized method",
            "@GET public void run() throws Exception { all(); } private static synchronized void all() throws Exception { SINK }"),
    BLOCK(
            "synchronized block",
            "private final Object own = new Object(); @GET public void run() throws Exception { synchronized (own) { SINK } }"),
    DEEP("three calls below a monitor", """
            @GET public synchronized void run() throws Exception { one(); } private void one() throws Exception { two(); }
            private void two() throws Exception { three(); } private static void three() throws Exception { SINK }
            """),
    CALLBACK("a supplier under a monitor", """
            @GET public void run() { new Lazy(() -> { try { SINK } catch (Exception e) { throw new IllegalStateException(e); } return ""; }).get(); }
            static final class Lazy { private final Supplier<String> source; Lazy(Supplier<String> source) { this.source = source; } synchronized String get() { return source.get(); } }
            """),
    BIN("`computeIfAbsent`", """
            private final Map<String, String> map = new ConcurrentHashMap<>();
            @GET public void run() { map.computeIfAbsent("key", key -> { try { SINK } catch (Exception e) { throw new IllegalStateException(e); } return key; }); }
            """),
    INITIALISER("class initialiser", """
            @GET public void run() { Init.touch(); }
            static final class Init { static { try { SINK } catch (Exception e) { throw new IllegalStateException(e); } } static void touch() { } }
            """),
    LOADER("class loader", """
            @GET public void run() { try { Class.forName("Absent", false, new Own()); } catch (ClassNotFoundException e) { Waits.text = "as meant"; } }
            static final class Own extends ClassLoader { @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                try { SINK } catch (Exception e) { throw new IllegalStateException(e); } return super.findClass(name); } }
            """),
    LOCK(
            "`ReentrantLock`",
            "private final ReentrantLock own = new ReentrantLock(); @GET public void run() throws Exception { own.lock(); try { SINK } finally { own.unlock(); } }"),
    BETWEEN(
            "between two monitors",
            "@GET public void run() throws Exception { synchronized (this) { runs++; } SINK synchronized (this) { runs++; } } private int runs;"),
    HANDLER(
            "`catch` under a monitor",
            "@GET public synchronized void run() throws Exception { try { Waits.fail(); } catch (IOException e) { SINK } }"),
    RETRY("`catch` of a retry under a monitor", """
            private int left = 1;
            @GET public synchronized void run() throws Exception { while (true) { try { if (left-- > 0) { Waits.fail(); } return; } catch (IOException e) { SINK } } }
            """),
    FALLBACK("a supplier in a `catch` under a monitor", """
            @GET public void run() { new Lazy(() -> { try { SINK } catch (Exception e) { throw new IllegalStateException(e); } return ""; }).get(); }
            static final class Lazy { private final Supplier<String> source; Lazy(Supplier<String> source) { this.source = source; }
                synchronized String get() { try { Waits.fail(); return ""; } catch (IOException e) { return source.get(); } } }
            """),
    REFUSAL("before a `throw` under a monitor", """
            @GET public void run() { try { refuse(); } catch (Exception e) { Waits.text = e.getMessage(); } }
            private synchronized void refuse() throws Exception { SINK throw new SecurityException("as meant"); }
            """),
    OUTSIDE(
            "`catch` around a monitor",
            "@GET public void run() throws Exception { try { synchronized (this) { Waits.fail(); } } catch (IOException e) { SINK } }");

    private final String words;
    private final String body;

    Hold(String words, String body) {
        this.words = words;
        this.body = body;
    }

    String body() {
        return body;
    }

    String words() {
        return words;
    }
}
