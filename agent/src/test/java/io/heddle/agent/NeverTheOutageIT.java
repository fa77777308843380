package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/// Whatever the agent meets, the service starts and works.
@Tag("slow")
final class NeverTheOutageIT {

    private static final String ENDPOINT = "org/apache/tomcat/util/net/AbstractEndpoint";
    private static final String MAIN = """
            public final class Main {
                public static void main(String[] arguments) throws Exception {
                    System.out.println(new org.apache.tomcat.util.net.AbstractEndpoint().start());
                    Thread.ofVirtual().start(() -> System.out.println("a virtual thread")).join();
                }
            }
            """;

    @TempDir
    Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        classes = Files.createDirectory(folder.resolve("classes"));
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void leaves_a_class_of_another_shape_alone_and_says_so(Jdk jdk) throws Exception {
        compile(21, MAIN, unlikeTomcat());
        try (TargetProcess target = start(jdk, "mode=flip")) {
            assertEquals("works\na virtual thread\n", target.out());
            assertEquals("refused no createExecutor()V", target.result().hook("tomcat-executor"));
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void leaves_a_class_alone_that_makes_a_hook_fail_and_says_so(Jdk jdk) throws Exception {
        compile(21, MAIN, unlikeTomcat());
        Path file = classes.resolve(ENDPOINT + ".class");
        Files.write(file, withUnreadableAttribute(Files.readAllBytes(file)));
        try (TargetProcess target = start(jdk, "mode=flip")) {
            assertEquals("works\na virtual thread\n", target.out());
            String hook = target.result().hook("tomcat-executor");
            assertTrue(hook.startsWith("failed java.lang."), hook);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "mode=flop; mode is 'flop', not flip or observe",
                "mode=observe,threads=many; threads is 'many', not a number above 0",
                "mode=observe,colour=red; there is no agent argument 'colour'",
                "mode=flip,threads=8; threads=N is for mode=observe only"
            })
    void says_one_line_and_does_nothing_when_its_arguments_make_no_sense(String agent, String reason) throws Exception {
        compile(21, MAIN, unlikeTomcat());
        try (TargetProcess target = start(Jdk.NEWEST, agent)) {
            assertEquals("works\na virtual thread\n", target.out());
            assertTrue(target.err().startsWith("heddle-agent does nothing: "), target.err());
            assertTrue(target.err().contains(reason), target.err());
            assertEquals(1, target.err().lines().count(), target.err());
        }
    }

    @Test
    void lets_a_service_run_whose_disk_is_full() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
        compile(21, MAIN, unlikeTomcat());
        try (TargetProcess target = start(Jdk.NEWEST, "mode=flip,result=/dev/full")) {
            assertEquals("works\na virtual thread\n", target.out());
            assertEquals("", target.err());
        }
    }

    @Test
    void lets_a_service_run_whose_result_file_cannot_be_made() throws Exception {
        compile(21, MAIN, unlikeTomcat());
        try (TargetProcess target = start(
                Jdk.NEWEST, "mode=flip,result=" + folder.resolve("missing").resolve("result"))) {
            assertEquals("works\na virtual thread\n", target.out());
            assertEquals(1, target.err().lines().count(), target.err());
        }
    }

    @Test
    void lets_a_service_run_on_a_java_that_is_too_old() throws Exception {
        Path java = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");
        if (!Files.isExecutable(java)) {
            System.out.println("skipped: no Java 17 at " + java);
        }
        assumeTrue(Files.isExecutable(java));
        compile(
                17,
                MAIN.replace("Thread.ofVirtual().start(() ->", "Thread old = new Thread(() ->")
                        .replace("a virtual thread\")).join();", "a thread\")); old.start(); old.join();"),
                unlikeTomcat());
        ProcessBuilder builder = new ProcessBuilder(
                        java.toString(),
                        "-javaagent:" + System.getProperty("heddle.agent") + "=mode=flip,result="
                                + folder.resolve("result.jsonl"),
                        "-cp",
                        classes.toString(),
                        "Main")
                .redirectErrorStream(true);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertTrue(out.contains("works\na thread\n"), out);
        assertTrue(out.contains("heddle-agent does nothing: this JVM is Java 17, and virtual threads need 21"), out);
        assertFalse(Files.exists(folder.resolve("result.jsonl")));
    }

    private TargetProcess start(Jdk jdk, String agent) throws Exception {
        TargetProcess.Plan plan = new TargetProcess.Plan(jdk, agent, List.of(), List.of(classes), List.of("Main"));
        TargetProcess target = TargetProcess.start(plan, folder);
        assertEquals(0, target.end(), target.err());
        return target;
    }

    private static String unlikeTomcat() {
        return """
                package org.apache.tomcat.util.net;
                public class AbstractEndpoint {
                    public String start() {
                        return "works";
                    }
                }
                """;
    }

    private void compile(int release, String... sources) throws IOException {
        for (int i = sources.length - 1; i >= 0; i--) {
            String name = sources[i].startsWith("package") ? "AbstractEndpoint" : "Main";
            Path source = Files.writeString(folder.resolve(name + ".java"), sources[i]);
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            int status = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            messages,
                            messages,
                            "--release",
                            Integer.toString(release),
                            "-cp",
                            classes.toString(),
                            "-d",
                            classes.toString(),
                            source.toString());
            assertEquals(0, status, messages.toString(StandardCharsets.UTF_8));
        }
    }

    /// A class file that every JVM loads and that no reader of annotations can read.
    private static byte[] withUnreadableAttribute(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(writer, 0);
        writer.visitAttribute(new Garbage());
        return writer.toByteArray();
    }

    private static final class Garbage extends Attribute {

        Garbage() {
            super("RuntimeInvisibleAnnotations");
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int codeLength, int maxStack, int maxLocals) {
            return new ByteVector().putShort(0x7fff).putShort(0x7fff);
        }
    }
}
