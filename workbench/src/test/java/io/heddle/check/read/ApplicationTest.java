package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a manifest tells of the class that starts an application.
class ApplicationTest {

    @Test
    void bootsLoaderIsNotTheClassThatStartsIt() {
        String loader = "Main-Class: org.springframework.boot.loader.launch.WarLauncher\n";
        assertEquals(Optional.of("com/acme/Shop"), starter(loader + "Start-Class: com.acme.Shop\n", true));
        assertEquals(Optional.of(""), starter(loader, true));
        assertEquals(Optional.of("com/acme/Shop"), starter("Main-Class: com.acme.Shop\n", false));
    }

    @Test
    void aContainerStartsAWarAndAnyMainAJar() {
        assertEquals(Optional.of(""), starter("", true));
        assertEquals(Optional.empty(), starter("", false));
        assertEquals(Optional.of(""), Application.starter(new byte[0], true));
    }

    private static Optional<String> starter(String attributes, boolean war) {
        return Application.starter(
                ("Manifest-Version: 1.0\n" + attributes + "\n").getBytes(StandardCharsets.UTF_8), war);
    }
}
