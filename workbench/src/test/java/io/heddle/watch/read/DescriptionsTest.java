package io.heddle.watch.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescriptionsTest {

    private static final byte UTF_8 = 3;
    private static final List<String> NAMES = List.of("root", "metadata", "class", "id", "7", "name", "Some");

    private final Descriptions descriptions = new Descriptions();

    @Test
    void thoseThatAreTheSameAreReadOnce() {
        Metadata first =
                descriptions.find(new Bytes(described(1)), ChunkHeader.LENGTH).orElseThrow();
        assertEquals(Map.of(7L, "Some"), first.names());
        assertSame(
                first,
                descriptions.find(new Bytes(described(2)), ChunkHeader.LENGTH).orElseThrow());
    }

    @Test
    void anEventThatEndsBeforeItsOwnHeadIsNone() {
        assertEquals(
                1,
                descriptions
                        .find(new Bytes(described(1)), ChunkHeader.LENGTH)
                        .orElseThrow()
                        .names()
                        .size());
        byte[] bytes = new byte[ChunkHeader.LENGTH + 20];
        Arrays.fill(bytes, (byte) 0x80);
        bytes[ChunkHeader.LENGTH] = 4;
        bytes[ChunkHeader.LENGTH + 1] = 0;
        bytes[ChunkHeader.LENGTH + 5] = 1;
        bytes[ChunkHeader.LENGTH + 8] = 1;
        bytes[ChunkHeader.LENGTH + 11] = 1;
        assertEquals(Optional.empty(), descriptions.find(new Bytes(bytes), ChunkHeader.LENGTH));
    }

    /// A type of number 7, described at some time.
    private static byte[] described(int time) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, (byte) time, 0, 1, (byte) NAMES.size()});
        for (String name : NAMES) {
            out.writeBytes(new byte[] {UTF_8, (byte) name.length()});
            out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        }
        // Each: its name, how many attributes, those, and how many children, by the places of the names.
        out.writeBytes(new byte[] {0, 0, 1, 1, 0, 1, 2, 2, 3, 4, 5, 6, 0});
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes(new byte[ChunkHeader.LENGTH]);
        chunk.write(out.size() + 1);
        chunk.writeBytes(out.toByteArray());
        return chunk.toByteArray();
    }
}
