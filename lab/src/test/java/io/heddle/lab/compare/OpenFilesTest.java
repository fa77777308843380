package io.heddle.lab.compare;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.bench.Missing;
import org.junit.jupiter.api.Test;

/// A row that needs more open files than there are says so before it is run.
class OpenFilesTest {

    @Test
    void aLimitThatIsTooLowIsNamed() {
        Missing missing = assertThrows(Missing.class, () -> OpenFiles.check(8_000, 4_096));
        assertTrue(String.valueOf(missing.getMessage()).contains("may have 4,096"), missing::getMessage);
    }

    @Test
    void aLimitThatIsHighEnoughIsNoMatter() {
        assertDoesNotThrow(() -> OpenFiles.check(8_000, 20_000));
        assertDoesNotThrow(() -> OpenFiles.check(100));
    }
}
