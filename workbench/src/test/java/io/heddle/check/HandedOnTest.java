package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What callers hand on, what constants are, and what follows from that for a way.
class HandedOnTest extends CodeTest {

    @Test
    void aFlagThatNoCallerSetsIsNeverSet() throws IOException {
        assertEquals(List.of("either"), likely("""
                public class Pool {
                    public void polling() throws InterruptedException { never(false, null); }
                    public void again() throws InterruptedException { never(false, null); either(false); }
                    public void waiting() throws InterruptedException { either(true); }
                    private synchronized void never(boolean create, String name) throws InterruptedException { if (create || name != null) { Thread.sleep(10); } }
                    private synchronized void either(boolean create) throws InterruptedException { if (create) { Thread.sleep(10); } }
                }
                """));
    }

    /// A field that walks a list holds what it is asked for, and a variable in a loop what the same call returned.
    @Test
    void aValueThatComesFromItselfIsFollowedOnce() throws IOException {
        assertEquals(List.of("step"), likely("""
                public class Walker {
                    public interface Node { Node next(); void visit(); }
                    private Node at;
                    public synchronized void step() throws InterruptedException { at = at.next(); at.visit(); Thread.sleep(10); }
                    public void loop() { Node node = null; while (at != null) { node = node.next(); } node.visit(); }
                }
                """));
    }

    /// A map in a map in a map, and what is written to what writing returned.
    @Test
    void whatIsLookedUpInItselfIsFollowedOnce() throws IOException {
        assertEquals(List.of("step"), likely("""
                import java.io.*;
                import java.util.*;
                public class Walker {
                    private Writer at;
                    public synchronized void step(List<String> keys) throws IOException {
                        Map<?, ?> map = null;
                        for (String key : keys) { map = (Map<?, ?>) map.get(key); }
                        Writer writer = null;
                        while (map.isEmpty()) { writer = writer.append('a'); }
                        if (map.get("a") == null) { at = writer; }
                        at.flush();
                        writer.flush();
                    }
                }
                """));
    }

    /// Whoever replaces it, what is found when it is first asked for is found once.
    @Test
    void whatIsKeptForAllIsMadeOnce() throws IOException {
        String code = """
                public class Delegates {
                    private static volatile Object kept;
                    public static void set(Object other) { kept = other; }
                    public synchronized Object use() throws InterruptedException { return get(); }
                    private static Object get() throws InterruptedException {
                        if (kept == null) { Thread.sleep(10); kept = new Object(); }
                        return kept;
                    }
                    %s
                }
                """;
        assertEquals(
                Exposure.ONCE, possible(code.formatted(""), "use").context().exposure());
        assertEquals(
                Exposure.SOME_REQUESTS,
                possible(code.formatted("public static void clear() { kept = null; }"), "use")
                        .context()
                        .exposure());
    }

    /// A library's own ids, of which each makes something else, as `object`s of Scala's are.
    @Test
    void oneConstantObjectMakesWhatItsClassMakes() throws IOException {
        assertEquals(List.of("slow"), likely("""
                public class Registry {
                    public interface Id {
                        Object make(Registry registry) throws InterruptedException;
                        default Object in(Registry registry) throws InterruptedException { return registry.register(this); }
                        static Object look(Id id, Registry registry) throws InterruptedException { return id.in(registry); }
                    }
                    public static final class Quick implements Id { static final Quick ONLY = new Quick(); public Object make(Registry registry) { return this; } }
                    public static final class Slow implements Id {
                        static final Slow ONLY = new Slow();
                        public Object make(Registry registry) throws InterruptedException { Thread.sleep(10); return this; }
                    }
                    Object register(Id id) throws InterruptedException { return id.make(this); }
                    public synchronized Object slow() throws InterruptedException { return Id.look(Slow.ONLY, this); }
                    public synchronized Object quick() throws InterruptedException { return Id.look(Quick.ONLY, this); }
                    public synchronized Object own() throws InterruptedException { return Quick.ONLY.in(this); }
                }
                """));
    }

    /// Something of a library's own is asked whether it can be closed as well, and nothing of it can.
    @Test
    void aRoleThatNothingKnownHasIsNobodys() throws IOException {
        String code = """
                public class Counted {
                    public interface Cancellable { void cancel(); }
                    public abstract static class Source { abstract void open(); }
                    public static class Plain extends Source %s { void open() { } public void cancel() { } }
                    private final Source source;
                    public Counted(Source source) { this.source = source; }
                    public synchronized void timeout() { if (source instanceof Cancellable) { ((Cancellable) source).cancel(); } }
                    public static Cancellable any(Cancellable one) { return one; }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("")));
        assertEquals(
                List.of("timeout"),
                likely(code.formatted("")
                        .replace(
                                "public Counted(Source",
                                "public abstract static class Other extends Source { } public Counted(Other")
                        .replace("final Source source", "final Other source")));
    }

    @Test
    void aStreamOfACollectionIsTheJdks() throws IOException {
        String code = """
                import java.util.*;
                import java.util.stream.*;
                public class Numbers {
                    public abstract static class Remote implements IntStream {
                        @Override public int sum() { try { Thread.sleep(10); return 1; } catch (InterruptedException e) { throw new IllegalStateException(e); } }
                    }
                    public synchronized int sum(%s stream) { return stream.sum(); }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("IntStream")));
        assertEquals(List.of("sum"), likely(code.formatted("Remote")));
    }

    /// A helper that many functions are handed to runs on each way the one that is handed to it there.
    @Test
    void theFunctionThatIsHandedOnRunsAndNoOther() throws IOException {
        assertEquals(List.of("slow"), likely("""
                public class Functions {
                    public interface Work { void run() throws Exception; }
                    private int count;
                    public synchronized void slow() throws Exception { twice(() -> Thread.sleep(10)); }
                    public synchronized void quick() throws Exception { twice(() -> count++); }
                    static void twice(Work work) throws Exception { once(work); once(work); }
                    static void once(Work work) throws Exception { work.run(); }
                }
                """));
    }

    /// As Spring asks whether a resource of the class path exists.
    @Test
    void anAddressThatMayBeAFilesIsNoneOfTheNetwork() throws IOException {
        String code = """
                import java.io.IOException;
                import java.net.*;
                public class Resource {
                    public synchronized boolean exists(URL at) throws IOException {
                        URLConnection connection = at.openConnection();
                        HttpURLConnection http = ASKED (HttpURLConnection) connection;
                        return http != null && http.getResponseCode() == 200;
                    }
                }
                """;
        assertEquals(List.of(), likely(code.replace("ASKED", "!(connection instanceof HttpURLConnection) ? null :")));
        assertEquals(List.of("exists"), likely(code.replace("ASKED", "")));
        String insists = "null; if (!(connection instanceof HttpURLConnection)) throw new IOException(); http =";
        assertEquals(List.of("exists"), likely(code.replace("ASKED", insists)));
    }

    /// A setter that nothing calls leaves a feature off; anybody may call that of a library.
    @Test
    void aBranchBehindAFieldThatNothingSetsIsClosed() throws IOException {
        String code = """
                public class Store {
                    private boolean saves = false;
                    private Runnable listener = null;
                    public synchronized void put() throws InterruptedException {
                        if (saves) { Thread.sleep(10); }
                        if (listener != null) { Thread.sleep(20); }
                    }
                    SETTER
                }
                """;
        assertEquals(List.of(), likely(code.replace("SETTER", "")));
        assertEquals(
                List.of("put"),
                likely(code.replace("SETTER", "public void setSaves(boolean saves) { this.saves = saves; }")));
    }
}
