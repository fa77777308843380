package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkImageTest {

    @Test
    void aClassOfTheJdkIsFound() throws Exception {
        try (JdkImage image = JdkImage.running()) {
            ClassEntry found = image.find("java/lang/String");
            assertNotNull(found);
            assertEquals((byte) 0xCA, found.source().read()[0]);
        }
    }

    /// As damaged class files have them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java/lang/Strange",
                "io.heddle.check/graph/Method",
                "java/la\0ng/String",
                "java/lang/Str\0ing",
                "NoPackage",
                "/",
                ""
            })
    void whatIsNoneIsNotFound(String name) {
        try (JdkImage image = JdkImage.running()) {
            assertNull(image.find(name));
        }
    }
}
