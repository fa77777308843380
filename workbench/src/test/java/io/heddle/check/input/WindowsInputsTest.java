package io.heddle.check.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.heddle.model.Failure;
import io.heddle.model.Place;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a user names on a file system with the rules of Windows: a colon stands behind the letter of a drive only, and
/// a star nowhere.
class WindowsInputsTest {

    private final FileSystem windows = Jimfs.newFileSystem(
            Configuration.windows().toBuilder().setRoots("C:\\", "D:\\").build());

    @AfterEach
    void close() throws IOException {
        windows.close();
    }

    @Test
    void aClassPathHasDrivesAndSemicolons() throws IOException {
        file("C:\\app\\classes\\com\\example\\Shop.class", "");
        Path driver = file("D:\\lib\\driver.jar", "");
        Inputs inputs = inputs("C:\\app\\classes;D:\\lib\\*;C:\\gone.jar");
        assertEquals(List.of(windows.getPath("C:\\app\\classes")), inputs.targets());
        assertEquals(List.of(driver), inputs.libraries());
        assertEquals(List.of("The class path names C:\\gone.jar, which does not exist."), inputs.notes());
    }

    @Test
    void coordinatesAreAskedOfTheRepositoryAndNotOfTheDisk() {
        Failure failure = assertThrows(Failure.class, () -> inputs("com.example.absent:absent:1.0"));
        assertTrue(failure.sentence().contains("com.example.absent:absent:1.0"), failure.sentence());
        assertTrue(!failure.sentence().contains("no file can be called"), failure.sentence());
    }

    @Test
    void whatNoFileCanBeCalledIsSaid() {
        Failure failure = assertThrows(Failure.class, () -> inputs("what?.jar"));
        assertTrue(failure.sentence().startsWith("no file can be called what?.jar here"), failure.sentence());
    }

    @Test
    void aPlaceInTheSourceHasSlashes() throws IOException {
        file("C:\\shop\\build.gradle", "");
        file("C:\\shop\\build\\classes\\java\\main\\com\\example\\Shop.class", "");
        file("C:\\shop\\src\\main\\java\\com\\example\\Shop.java", "");
        Inputs inputs = inputs("C:\\shop");
        assertEquals(
                Optional.of(new Place("src/main/java/com/example/Shop.java", 7)),
                inputs.places().apply(InputsTest.finding("main", "com.example.Shop", "Shop.java")));
    }

    private Inputs inputs(String word) {
        return Inputs.of(List.of(word), List.of(), true, _ -> {}, windows);
    }

    private Path file(String name, String text) throws IOException {
        Path file = windows.getPath(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
