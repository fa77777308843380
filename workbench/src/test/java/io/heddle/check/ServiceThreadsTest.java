package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which threads run what of a whole service, of which all callers are known.
class ServiceThreadsTest {

    private static final String SHOP = """
            package com.acme;
            import java.util.concurrent.*;
            public class Shop {
                private static final ExecutorService POOL = Executors.newFixedThreadPool(10);
                @GET public void list() throws Exception {
                    Direct.pin(this);
                    POOL.execute(() -> { try { Aside.pin(this); } catch (InterruptedException e) { } });
                    %s
                }
            }
            """;

    @TempDir
    private Path folder;

    /// The pool of a request's own is no pool for requests: its threads stay as they are, whatever the switch does.
    @Test
    void aPoolBesideTheRequestsKeepsItsThreads() throws IOException {
        assertEquals(List.of("Direct.pin"), told(SHOP.formatted("")));
        assertEquals(List.of("Aside.pin", "Direct.pin"), told(SHOP.formatted("Aside.pin(null);")));
        // The JDK may call it on any thread.
        assertEquals(
                List.of("Aside.pin", "Direct.pin"),
                told(
                        SHOP.formatted("")
                                .replace("class Shop", "class Shop implements Comparable<Shop>")
                                .replace(
                                        "@GET",
                                        "public int compareTo(Shop shop) { return pinned(); } "
                                                + "static int pinned() { try { Aside.pin(null); } catch (InterruptedException e) { } return 0; } @GET")));
    }

    /// A helper that is handed a task runs on the thread of whoever hands it.
    @Test
    void aTaskRunsWhereItIsHandedIn() throws IOException {
        String shop = """
                package com.acme;
                import java.util.concurrent.*;
                public class Shop {
                    public interface Task { void run() throws InterruptedException; }
                    private static final ExecutorService POOL = Executors.newFixedThreadPool(10);
                    static void twice(Task task) { again(task); again(task); }
                    private static void again(Task task) { try { task.run(); } catch (InterruptedException e) { } }
                    @GET public void list() {
                        twice(new Task() { public void run() throws InterruptedException { Direct.pin(null); } });
                        POOL.execute(() -> twice(
                                new Task() { public void run() throws InterruptedException { Aside.pin(null); } }));
                    }
                    %s
                }
                """;
        assertEquals(List.of("Direct.pin"), told(shop.formatted("")));
        // What another caller has is none of the tasks that are made where they are handed in.
        String any = "Object lock = new Object(); Task some; @GET public void any() { twice(some); } ";
        assertEquals(List.of("Direct.pin"), told(shop.formatted(any)));
        String kept =
                shop.formatted(any + "static Task last;").replace("{ again(task);", "{ last = task; again(task);");
        assertEquals(List.of("Aside.pin", "Direct.pin"), told(kept));
    }

    /// A thread that gets to an entry point is what the switch replaces.
    @Test
    void aServersOwnThreadsServeRequests() throws IOException {
        String server = """
                package com.acme;
                public class Shop {
                    public static void main(String[] all) { new Thread(new Worker()).start(); }
                    @GET public void list() { }
                    private static class Worker implements Runnable {
                        public void run() {
                            try { Direct.pin(null); } catch (InterruptedException e) { }
                            %s
                        }
                    }
                }
                """;
        assertEquals(List.of("Aside.pin"), told(server.formatted("")));
        assertEquals(List.of("Aside.pin", "Direct.pin"), told(server.formatted("new Shop().list();")));
    }

    /// A pool is made once, and matters as often as it gets tasks.
    @Test
    void aPoolMattersAsOftenAsItGetsTasks() throws IOException {
        String shop = """
                package com.acme;
                import java.util.concurrent.*;
                public class Shop {
                    private static final ExecutorService POOL = Executors.newFixedThreadPool(10);
                    public static void main(String[] all) { %s }
                    @GET public void list() { %s }
                    static Executor pool() { return POOL; }
                    static void hand(Executor pool, Runnable task) { pool.execute(task); }
                    void run() { }
                }
                """;
        assertEquals(List.of(), pools(shop.formatted("POOL.shutdown();", "")));
        assertEquals(List.of(Exposure.ONCE), pools(shop.formatted("POOL.execute(Thread::yield);", "")));
        for (String used : List.of(
                "POOL.execute(this::run);",
                "pool().execute(this::run);",
                "hand(pool(), this::run);",
                "CompletableFuture.runAsync(this::run, POOL);",
                "Executor pool = POOL; Runnable both = () -> pool.execute(this::run); both.run();")) {
            assertEquals(List.of(Exposure.EACH_REQUEST), pools(shop.formatted("", used)), used);
        }
    }

    private List<Exposure> pools(String shop) throws IOException {
        return findings(shop).stream()
                .filter(finding -> finding.sink().endsWith("newFixedThreadPool"))
                .map(finding -> finding.context().exposure())
                .toList();
    }

    private List<String> told(String shop) throws IOException {
        return findings(shop).stream()
                .filter(finding -> finding.method().equals("pin"))
                .map(finding -> finding.type().replaceFirst(".*\\.", "") + "." + finding.method())
                .sorted()
                .toList();
    }

    private List<Finding> findings(String shop) throws IOException {
        String pin = "package com.acme; public class %s { public static synchronized void pin(Object shop) "
                + "throws InterruptedException { Thread.sleep(10); } }";
        Map<String, String> sources = Map.of(
                "GET",
                ContainersTest.GET,
                "Shop",
                shop,
                "Aside",
                pin.formatted("Aside"),
                "Direct",
                pin.formatted("Direct"));
        Map<String, byte[]> war = Archives.entries(compiled(sources), "WEB-INF/classes/");
        war.put(
                "WEB-INF/lib/gate-1.jar",
                Archives.of(
                        Archives.entries(compiled(Map.of("Gate", "package org.other; public class Gate { }")), "")));
        Path file = Files.createTempDirectory(folder, "archive").resolve("shop.war");
        return Archives.likely(
                Files.write(file, Archives.of(new TreeMap<>(war))).toString());
    }

    private Path compiled(Map<String, String> sources) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), sources, List.of());
    }
}
