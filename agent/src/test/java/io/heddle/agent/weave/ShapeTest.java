package io.heddle.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

final class ShapeTest {

    private static final String POOL = "org/eclipse/jetty/util/thread/QueuedThreadPool";

    @ParameterizedTest
    @CsvSource({
        POOL + ", org/eclipse/jetty/server/Server",
        "shaded/" + POOL + ", shaded/org/eclipse/jetty/server/Server",
        "com/acme/jetty/util/thread/QueuedThreadPool, com/acme/jetty/server/Server",
        "com/acme/http/util/thread/QueuedThreadPool, com/acme/http/server/Server",
        "http/util/thread/QueuedThreadPool, http/server/Server",
        "com/acme/myjetty/util/thread/QueuedThreadPool, com/acme/myjetty/server/Server"
    })
    void finds_the_rest_of_a_library_that_was_moved(String name, String server) {
        assertEquals(server, shape(name).sibling(POOL, "org/eclipse/jetty/server/Server"));
        assertEquals(
                "(L" + server + ";Ljava/lang/String;)V",
                shape(name).moved(POOL, "(Lorg/eclipse/jetty/server/Server;Ljava/lang/String;)V"));
        assertTrue(new LazyHook("", POOL, false).meets(name), name);
    }

    @Test
    void knows_that_others_are_called_alike() {
        LazyHook hook = new LazyHook("", POOL, false);
        assertFalse(hook.meets("com/acme/pool/QueuedThreadPool"));
        assertFalse(hook.meets("com/acme/mythread/QueuedThreadPool"));
        assertTrue(hook.meets("com/acme/thread/QueuedThreadPool"));
        assertFalse(hook.isNamedFor("com/acme/thread/QueuedThreadPool"), "no news when it has another shape");
        assertTrue(hook.isNamedFor("shaded/" + POOL));
    }

    private static Shape shape(String name) {
        ClassWriter made = new ClassWriter(0);
        made.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        made.visitEnd();
        return Shape.of(new ClassReader(made.toByteArray()));
    }
}
