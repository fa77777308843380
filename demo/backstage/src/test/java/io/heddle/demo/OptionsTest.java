package io.heddle.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void readsAllThatTheUsageNames() {
        Options options = Options.parse(
                "--work",
                "/tmp/w",
                "--downstream-millis",
                "20",
                "--downstream-port",
                "8081",
                "--postgres",
                "installed",
                "--run-as",
                "user",
                "--until-eof");
        assertEquals(
                new Options(Path.of("/tmp/w"), 20, 8081, Options.Choice.INSTALLED, Options.Identity.USER, true),
                options);
    }

    @ParameterizedTest
    @CsvSource({
        "--work,,The argument --work has no value.",
        "--speed,9,The backstage does not know the argument --speed.",
        "--downstream-port,65536,'The argument --downstream-port is not within 0 to 65535: 65536.'",
        "--postgres,mine,'The argument --postgres is none of auto, embedded, installed: mine.'"
    })
    void saysWhatIsWrong(String name, String value, String sentence) {
        String[] arguments = value == null ? new String[] {name} : new String[] {name, value};
        assertEquals(
                sentence,
                assertThrows(Refusal.class, () -> Options.parse(arguments)).sentence());
    }
}
