package io.heddle.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The folder in the temporary folder, where everybody may have made what stands at its name.
class EmbeddedBinariesTest {

    @TempDir
    private Path temporary;

    @Test
    void aLinkIsRefusedAndWhatItLeadsToIsLeftAlone() throws Exception {
        Path secret = Files.createDirectory(
                temporary.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(shared(), secret);
        assertThrows(IOException.class, () -> EmbeddedBinaries.shared(temporary));
        assertEquals("rwx------", permissions(secret));
    }

    @Test
    void aFileIsRefused() throws Exception {
        Files.createFile(shared(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertThrows(IOException.class, () -> EmbeddedBinaries.shared(temporary));
        assertEquals("rw-------", permissions(shared()));
    }

    @Test
    void oursIsMadeOnceForOthersToRead() throws Exception {
        assertEquals(shared(), EmbeddedBinaries.shared(temporary));
        assertEquals("rwxr-xr-x", permissions(shared()));
        Files.setPosixFilePermissions(shared(), PosixFilePermissions.fromString("rwx------"));
        assertEquals(shared(), EmbeddedBinaries.shared(temporary));
        assertEquals("rwxr-xr-x", permissions(shared()));
    }

    private Path shared() {
        return temporary.resolve("heddle-" + System.getProperty("user.name"));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
