package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

class ManifestsTest {

    private static Attributes read(String manifest) {
        return Manifests.main(manifest.getBytes(StandardCharsets.UTF_8));
    }

    /// The JDK's writer folds lines wherever 72 bytes are full.
    @Test
    void whatTheJdkWritesIsReadAsTheJdkReadsIt() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Class-Path", "lib/ä.jar ".repeat(60));
        manifest.getEntries().put("a/", new Attributes());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        assertEquals(
                new Manifest(new ByteArrayInputStream(out.toByteArray())).getMainAttributes(),
                Manifests.main(out.toByteArray()));
    }

    @Test
    void theLastOfTwoCountsAndOnlyTheMainSectionIsRead() {
        Attributes attributes = read("Main-Class: a.A\r\nMain-Class: b.B\r\n\r\nName: x\r\nMain-Class: c.C\r\n");
        assertEquals("b.B", attributes.getValue("main-class"));
    }

    @Test
    void linesThatAreNoneAreLeftOut() {
        Attributes attributes = read("Ma\u001bin: x\nnonsense\nMain-Class: a.A\n");
        assertEquals("a.A", attributes.getValue("Main-Class"));
        assertNull(attributes.getValue("nonsense"));
    }
}
