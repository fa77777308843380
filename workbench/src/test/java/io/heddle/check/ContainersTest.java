package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a container makes and calls of an application: it has classes of its own, reads annotations and settings.
class ContainersTest {

    private static final String PIN =
            "public synchronized void pin(Object any) throws InterruptedException { Thread.sleep(10); }";
    /// The container's, and in no archive.
    private static final Map<String, String> SERVLETS = Map.of(
            "ServletRequest",
            "package javax.servlet; public interface ServletRequest { }",
            "HttpServlet",
            "package javax.servlet.http; public abstract class HttpServlet {"
                    + " protected void service(javax.servlet.ServletRequest request) throws Exception { } }");
    private static final Map<String, String> CONDITIONS =
            Map.of("ConditionalOnProperty", """
            package org.springframework.boot.autoconfigure.condition;
            import java.lang.annotation.Retention;
            import java.lang.annotation.RetentionPolicy;
            @Retention(RetentionPolicy.RUNTIME) public @interface ConditionalOnProperty {
                String prefix() default "";
                String[] name() default {};
                String havingValue() default "";
                boolean matchIfMissing() default false;
            }
            """, "ConditionalOnClass", """
            package org.springframework.boot.autoconfigure.condition;
            import java.lang.annotation.Retention;
            import java.lang.annotation.RetentionPolicy;
            @Retention(RetentionPolicy.RUNTIME) public @interface ConditionalOnClass { String[] name() default {}; }
            """);

    static final String GET = """
            package com.acme;
            import java.lang.annotation.Retention;
            import java.lang.annotation.RetentionPolicy;
            @Retention(RetentionPolicy.RUNTIME) public @interface GET { }
            """;

    @TempDir
    private Path folder;

    @Test
    void aServletIsOneThoughItsSuperclassIsTheContainers() throws IOException {
        Path container = compiled(SERVLETS, List.of());
        Path library = compiled(
                Map.of("Front", """
                        package org.other;
                        public abstract class Front extends javax.servlet.http.HttpServlet {
                            protected void service(javax.servlet.ServletRequest request) throws Exception {
                                new Gate().pin(request);
                            }
                        }
                        """, "Gate", "package org.other; public class Gate {" + PIN + "}"), List.of(container));
        Map<String, String> sources = Map.of(
                "Shop", """
                package com.acme.internal.shop;
                public class Shop extends javax.servlet.http.HttpServlet {
                    protected void service(javax.servlet.ServletRequest request) throws Exception {
                        new Stock().pin(request);
                    }
                }
                """, "Door", """
                package com.acme.internal.shop;
                public class Door extends org.other.Front { }
                """, "Stock", "package com.acme.internal.shop; public class Stock {" + PIN + "}");
        Map<String, byte[]> war = Archives.entries(compiled(sources, List.of(container, library)), "WEB-INF/classes/");
        war.put("WEB-INF/lib/front-1.jar", Archives.of(Archives.entries(library, "")));
        assertEquals(
                List.of(
                        "com.acme.internal.shop.Stock.pin OWN EACH_REQUEST",
                        "org.other.Gate.pin LIBRARY SOME_REQUESTS"),
                findings(write("shop.war", war)));
    }

    /// Both get a message: a container calls the one, and code the other.
    @Test
    void aSenderOfMessagesServesNone() throws IOException {
        Path api = compiled(
                Map.of(
                        "Message", "package jakarta.jms; public interface Message { }",
                        "MessageListener",
                                "package jakarta.jms; public interface MessageListener {"
                                        + " void onMessage(Message message); }",
                        "MessageProducer",
                                "package jakarta.jms; public interface MessageProducer {"
                                        + " void send(Message message) throws Exception; }"),
                List.of());
        Map<String, String> sources = Map.of(
                "Inbox",
                """
                package com.acme;
                public class Inbox implements jakarta.jms.MessageListener {
                    public void onMessage(jakarta.jms.Message message) {
                        try { new Stock().pin(message); } catch (InterruptedException e) { }
                    }
                }
                """,
                "Outbox",
                """
                package com.acme;
                public class Outbox implements jakarta.jms.MessageProducer {
                    public void send(jakarta.jms.Message message) throws Exception { new Post().pin(message); }
                }
                """,
                "Stock",
                "package com.acme; public class Stock {" + PIN + "}",
                "Post",
                "package com.acme; public class Post {" + PIN + "}");
        Map<String, byte[]> entries = Archives.entries(compiled(sources, List.of(api)), "WEB-INF/classes/");
        List<String> silent = List.of("com.acme.Post.pin OWN UNKNOWN", "com.acme.Stock.pin OWN EACH_REQUEST");
        assertEquals(silent, findings(write("shop.war", entries)));
        entries.put("WEB-INF/lib/jms-3.jar", Archives.of(Archives.entries(api, "")));
        assertEquals(silent, findings(write("shop.war", entries)));
    }

    @Test
    void aMethodHasTheAnnotationsOfTheOneThatItImplements() throws IOException {
        Map<String, String> sources = Map.of(
                "GET", GET, "Orders", """
                package com.acme;
                public interface Orders { @GET void list() throws InterruptedException; }
                """, "Shop", """
                package com.acme;
                public class Shop implements Orders {
                    public void list() throws InterruptedException { new Stock().pin(this); }
                }
                """, "Stock", "package com.acme; public class Stock {" + PIN + "}");
        assertEquals(
                List.of("com.acme.Stock.pin OWN EACH_REQUEST"),
                findings(write("shop.war", Archives.entries(compiled(sources, List.of()), "WEB-INF/classes/"))));
    }

    @Test
    void whatASettingSwitchesOffIsNotMade() throws IOException {
        String condition = "@ConditionalOnProperty(prefix = \"shop.console\", name = \"enabled\")";
        assertEquals(List.of(), findings(boot(condition, "")));
        assertEquals(List.of(), findings(boot(condition, "shop.console.enabled=false")));
        assertEquals(
                List.of("org.other.Console.pin LIBRARY UNKNOWN"),
                findings(boot(condition, "shop.console.enabled=true")));
        assertEquals(
                List.of("org.other.Console.pin LIBRARY UNKNOWN"),
                findings(boot(condition.replace(")", ", matchIfMissing = true)"), "")));
    }

    @Test
    void aConfigurationForAClassThatIsNotThereIsNotMade() throws IOException {
        assertEquals(List.of(), findings(boot("@ConditionalOnClass(name = \"org.nowhere.Console\")", "")));
        assertEquals(
                List.of("org.other.Console.pin LIBRARY UNKNOWN"),
                findings(boot("@ConditionalOnClass(name = \"org.other.Console\")", "")));
    }

    /// A service may have several implementations of an interface, and make one.
    @Test
    void anObjectThatNothingMakesIsCalledByNobody() throws IOException {
        Map<String, String> sources = Map.of(
                "GET",
                GET,
                "Store",
                """
                package com.acme;
                public interface Store { void pin(Object shop) throws InterruptedException; }
                """,
                "FileStore",
                "package com.acme; public class FileStore implements Store {" + PIN + "}",
                "TableStore",
                "package com.acme; public class TableStore implements Store {" + PIN + "}",
                "Shop",
                """
                package com.acme;
                public class Shop {
                    private Store store;
                    public void setStore(Store store) { this.store = store; }
                    @GET public void list() throws Exception { store.pin(this); }
                }
                """);
        Map<String, byte[]> war = Archives.entries(compiled(sources, List.of()), "WEB-INF/classes/");
        war.put("WEB-INF/lib/servlets-1.jar", Archives.of(Archives.entries(compiled(SERVLETS, List.of()), "")));
        war.put("WEB-INF/classes/beans.xml", "<bean class='com.acme.TableStore'/>".getBytes());
        assertEquals(
                List.of("com.acme.FileStore.pin OWN UNKNOWN", "com.acme.TableStore.pin OWN EACH_REQUEST"),
                findings(write("shop.war", war)));
        war.put(
                "WEB-INF/classes/beans.xml",
                "<bean class='com.acme.TableStore'/><bean class='com.acme.FileStore'/>".getBytes());
        assertEquals(
                List.of("com.acme.FileStore.pin OWN SOME_REQUESTS", "com.acme.TableStore.pin OWN SOME_REQUESTS"),
                findings(write("shop.war", war)));
    }

    /// Boot puts what a container brings into a folder of its own, and executable wars have their server in them.
    @Test
    void aJarInAWarIsALibraryWhereverItLies() throws IOException {
        Path library = compiled(Map.of("Gate", "package org.other; public class Gate {" + PIN + "}"), List.of());
        Map<String, String> sources = Map.of("GET", GET, "Shop", """
                package com.acme;
                public class Shop { @GET public void list() throws Exception { new org.other.Gate().pin(this); } }
                """);
        Map<String, byte[]> war = Archives.entries(compiled(sources, List.of(library)), "WEB-INF/classes/");
        war.put("WEB-INF/provided/gate-1.jar", Archives.of(Archives.entries(library, "")));
        Path built = write("shop.war", war);
        assertEquals(List.of("org.other.Gate.pin LIBRARY EACH_REQUEST"), findings(built));
        Map<String, byte[]> ear = new TreeMap<>(Map.of("shop.war", Files.readAllBytes(built)));
        assertEquals(List.of("org.other.Gate.pin LIBRARY EACH_REQUEST"), findings(write("shop.ear", ear)));
        ear.put("gate-1.jar", Archives.of(Archives.entries(library, "")));
        assertEquals(List.of("org.other.Gate.pin OWN EACH_REQUEST"), findings(write("shop.ear", ear)));
    }

    @Test
    void itSaysWhereNoCodeIsKnownThatRequestsRun() throws IOException {
        List<String> notes = Archives.check(boot("@Deprecated", "").toString()).notes();
        assertTrue(notes.getLast().startsWith("no entry point is known"), notes::toString);
        Map<String, byte[]> served = Archives.entries(
                compiled(
                        Map.of(
                                "GET",
                                GET,
                                "Shop",
                                "package com.acme; public class Shop { @GET public void list() { } }"),
                        List.of()),
                "WEB-INF/classes/");
        served.put("WEB-INF/lib/servlets-1.jar", Archives.of(Archives.entries(compiled(SERVLETS, List.of()), "")));
        assertEquals(
                List.of(),
                Archives.check(write("shop.war", served).toString()).notes().stream()
                        .filter(note -> note.startsWith("no code"))
                        .toList());
    }

    /// Of all code it does not matter who makes it.
    @Test
    void conditionsAreNotAskedOfAllCode() throws IOException {
        Path jar = boot("", "@ConditionalOnProperty(prefix = \"shop.console\", name = \"enabled\") " + PIN, "");
        assertEquals(List.of("org.other.Console.pin LIBRARY UNKNOWN"), findings(jar));
        assertEquals(
                List.of("org.other.Console.pin", "org.other.ConsoleConfiguration.pin"),
                Archives.check(jar.toString(), true).findings().stream()
                        .map(finding -> finding.type() + "." + finding.method())
                        .sorted()
                        .toList());
    }

    /// @param condition of a configuration in a library
    /// @param setting a line of the service's settings
    private Path boot(String condition, String setting) throws IOException {
        return boot(condition, "", setting);
    }

    /// @param method of the configuration, with its condition
    private Path boot(String condition, String method, String setting) throws IOException {
        Path conditions = compiled(CONDITIONS, List.of());
        Path library = compiled(
                Map.of(
                        "ConsoleConfiguration",
                        """
                package org.other;
                import org.springframework.boot.autoconfigure.condition.*;
                %s public class ConsoleConfiguration {
                    public void console() throws InterruptedException { new Console().pin(this); }
                    %s
                }
                """.formatted(condition, method),
                        "Console",
                        "package org.other; public class Console {" + PIN + "}"),
                List.of(conditions));
        Map<String, byte[]> console = Archives.entries(library, "");
        console.put(
                "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
                "org.other.ConsoleConfiguration\n".getBytes());
        Map<String, byte[]> jar = Archives.entries(
                compiled(
                        Map.of("App", "package com.acme; public class App { public static void main(String[] a) { } }"),
                        List.of()),
                "BOOT-INF/classes/");
        jar.put("BOOT-INF/classes/application.properties", setting.getBytes());
        jar.put("BOOT-INF/lib/console-1.jar", Archives.of(console));
        return write("shop.jar", jar);
    }

    private static List<String> findings(Path target) {
        return Archives.likely(target.toString()).stream()
                .map(finding -> finding.type() + "." + finding.method() + " "
                        + finding.context().owner() + " " + finding.context().exposure())
                .sorted()
                .toList();
    }

    private Path compiled(Map<String, String> sources, List<Path> classPath) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), sources, classPath);
    }

    private Path write(String name, Map<String, byte[]> entries) throws IOException {
        return Files.write(
                Files.createTempDirectory(folder, "archive").resolve(name), Archives.of(new TreeMap<>(entries)));
    }
}
