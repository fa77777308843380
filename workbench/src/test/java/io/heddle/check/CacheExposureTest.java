package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What fills a cache runs once, if the cache lasts longer than a request.
class CacheExposureTest extends CodeTest {

    private static final String MAKE = """
             private synchronized Object make(String key) {
                 try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                 return key;
             }
            """;

    @Test
    void whatAMapKeepsIsMadeOnce() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                private final Map<String, Object> kept = new HashMap<>();
                @GetMapping public Object serve(String key) {
                    Object value = kept.get(key);
                    if (value == null) { value = make(key); kept.put(key, value); }
                    return value;
                }
                """));
    }

    /// As Netty's first seed.
    @Test
    void aNumberThatIsNotZeroIsThere() throws IOException {
        String seed = """
                private static volatile long seed;
                private static long seed() throws InterruptedException {
                    long known = seed;
                    if (known != 0) { return known; }
                    synchronized (Shop.class) { Thread.sleep(10); known = System.nanoTime(); KEEP }
                    return known;
                }
                @GetMapping public long serve() throws InterruptedException { return seed(); }
                """;
        assertEquals(Exposure.ONCE, told("seed", seed.replace("KEEP", "seed = known;")));
        assertEquals(Exposure.EACH_REQUEST, told("seed", seed.replace("KEEP", "")));
    }

    @Test
    void whatAFlagRecordsIsDoneOnceUnlessARequestTakesTheFlagBack() throws IOException {
        String flag = """
                private boolean ready;
                private synchronized void prepare() throws InterruptedException {
                    if (!ready) { Thread.sleep(10); ready = true; }
                }
                @GetMapping public void serve() throws InterruptedException { prepare(); AND }
                """;
        assertEquals(Exposure.ONCE, told("prepare", flag.replace("AND", "")));
        assertEquals(Exposure.EACH_REQUEST, told("prepare", flag.replace("AND", "ready = false;")));
    }

    @Test
    void whatIsMadeAgainOnceItHasExpiredIsNotMadeOnce() throws IOException {
        String token = """
                private volatile String token;
                private java.time.Instant until = java.time.Instant.MIN;
                private static String ask() throws InterruptedException { Thread.sleep(10); return "x"; }
                private String token() throws InterruptedException {
                    if (token == null EXPIRED) { synchronized (this) { if (token == null EXPIRED) {
                        token = ask(); until = until.plusSeconds(60);
                    } } }
                    return token;
                }
                @GetMapping public String serve() throws InterruptedException { return token(); }
                """;
        assertEquals(Exposure.ONCE, told("token", token.replace("EXPIRED", "")));
        assertEquals(
                Exposure.EACH_REQUEST,
                told("token", token.replace("EXPIRED", "|| java.time.Instant.now().isAfter(until)")));
    }

    @Test
    void anErrorThatIsKeptIsNoValue() throws IOException {
        assertEquals(Exposure.EACH_REQUEST, told("work", """
                private Exception broken;
                private synchronized void work(boolean breaks) throws Exception {
                    if (broken != null) { throw new Exception(broken); }
                    Thread.sleep(10);
                    if (breaks) { broken = new Exception(); }
                }
                @GetMapping public void serve(boolean breaks) throws Exception { work(breaks); }
                """));
    }

    /// What runs until something ends runs often.
    @Test
    void aFlagThatSaysThatSomethingHasEndedRecordsNothing() throws IOException {
        assertEquals(Exposure.EACH_REQUEST, told("work", """
                private boolean closed;
                private synchronized void work(boolean last) throws InterruptedException {
                    if (!closed) { Thread.sleep(10); if (last) { closed = true; } }
                }
                @GetMapping public void serve(boolean last) throws InterruptedException { work(last); }
                """));
    }

    @Test
    void theCacheMayBeBehindMethodsOfItsOwn() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                private final Map<String, Object> kept = new HashMap<>();
                private Object find(String key) { return kept.get(key); }
                private Object add(String key) { Object value = make(key); keep(key, value); return value; }
                private void keep(String key, Object value) { kept.put(key, value); }
                @GetMapping public Object serve(String key) {
                    Object value = find(key);
                    return value != null ? value : add(key);
                }
                """));
    }

    @Test
    void theCacheMayBeOfAnyClass() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                interface Cache { Object find(String key); void store(String key, Object value); }
                private final Cache cache;
                public Shop(Cache cache) { this.cache = cache; }
                @GetMapping public Object serve(String key) {
                    Object value = cache.find(key);
                    if (value == null) { value = make(key); cache.store(key, value); }
                    return value;
                }
                """));
    }

    @Test
    void whoIsAskedAgainKeepsNothing() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                interface Remote { Object find(String key); Object load(String key, Object hint); }
                private final Remote remote;
                public Shop(Remote remote) { this.remote = remote; }
                @GetMapping public Object serve(String key) {
                    Object value = remote.find(key);
                    return value == null ? remote.load(key, make(key)) : value;
                }
                """));
    }

    @Test
    void aQuestionWhetherItIsThereIsALookUpToo() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                private static final Set<String> SEEN = new HashSet<>();
                @GetMapping public void serve(String key) {
                    if (!SEEN.contains(key)) { make(key); SEEN.add(key); }
                }
                """));
    }

    @Test
    void aLoaderRunsOnce() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                private final Map<String, Object> kept = new java.util.concurrent.ConcurrentHashMap<>();
                @GetMapping public Object serve(String key) { return kept.computeIfAbsent(key, k -> make(k)); }
                """));
    }

    @Test
    void aLoaderThatIsHandedOnRunsOnce() throws IOException {
        assertEquals(Exposure.ONCE, made("""
                private final Map<String, Object> kept = new HashMap<>();
                private Object get(String key, Supplier<Object> loader) {
                    Object value = kept.get(key);
                    if (value == null) { value = loader.get(); kept.put(key, value); }
                    return value;
                }
                @GetMapping public Object serve(String key) { return get(key, () -> make(key)); }
                """));
    }

    @Test
    void aReferenceToALookUpHasNoCodeOfItsOwn() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                private final Map<String, Object> kept = new HashMap<>();
                @GetMapping public Object serve(String key) {
                    Function<String, Object> found = kept::get;
                    return found.apply(key) == null ? make(key) : null;
                }
                """));
    }

    @Test
    void aLoaderThatMayRunElsewhereIsRunBySome() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                private final Map<String, Object> kept = new HashMap<>();
                private Object get(String key, boolean fresh, Supplier<Object> loader) {
                    if (fresh) { return loader.get(); }
                    Object value = kept.get(key);
                    if (value == null) { value = loader.get(); kept.put(key, value); }
                    return value;
                }
                @GetMapping public Object serve(String key, boolean fresh) { return get(key, fresh, () -> make(key)); }
                """));
    }

    @Test
    void whatRequestsMakeKeepsNothingForTheNext() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                class Visit {
                    private final Map<String, Object> kept = new HashMap<>();
                    Object get(String key) {
                        Object value = kept.get(key);
                        if (value == null) { value = make(key); kept.put(key, value); }
                        return value;
                    }
                }
                @GetMapping public Object serve(String key) { return new Visit().get(key); }
                """));
    }

    @Test
    void whatRequestsDropIsMadeAgain() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                private final Map<String, Object> kept = new HashMap<>();
                @GetMapping public Object serve(String key) {
                    Object value = kept.get(key);
                    if (value == null) { value = make(key); kept.put(key, value); }
                    kept.remove(key);
                    return value;
                }
                """));
    }

    /// A request has a virtual thread of its own.
    @Test
    void aThreadLocalKeepsNothing() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                private static final ThreadLocal<Object> KEPT = new ThreadLocal<>();
                @GetMapping public Object serve(String key) {
                    Object value = KEPT.get();
                    if (value == null) { value = make(key); KEPT.set(value); }
                    return value;
                }
                """));
    }

    @Test
    void aTestForNullIsNoCache() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("""
                private final Map<String, Object> headers = new HashMap<>();
                @GetMapping public Object serve(String key) {
                    Object value = headers.get(key);
                    return value == null ? make(key) : value;
                }
                """));
    }

    /// The monitor is held often, and for long only then.
    @Test
    void whoFillsACacheUnderAMonitorBlocksOnce() throws IOException {
        String serve = """
                private static final Map<String, Object> KEPT = new HashMap<>();
                private static Object slow(String key) {
                    try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                    return key;
                }
                @GetMapping public Object serve(String key) {
                    synchronized (KEPT) {
                        FILL
                        return KEPT.get(key);
                    }
                }
                """;
        assertEquals(
                Exposure.ONCE,
                told("serve", serve.replace("FILL", "if (!KEPT.containsKey(key)) { KEPT.put(key, slow(key)); }")));
        assertEquals(Exposure.EACH_REQUEST, told("serve", serve.replace("FILL", "KEPT.put(key, slow(key));")));
    }

    private Exposure made(String body) throws IOException {
        return told("make", body);
    }

    private Exposure told(String method, String body) throws IOException {
        List<Exposure> told = check("""
                import java.lang.annotation.*;
                import java.util.*;
                import java.util.function.*;
                @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                public class Shop {
                """ + body + MAKE + "}", Confidence.LIKELY).stream()
                .filter(finding -> finding.method().equals(method))
                .map(Finding::context)
                .map(Finding.Context::exposure)
                .toList();
        assertEquals(1, told.size(), told.toString());
        return told.getFirst();
    }
}
