package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Native code of the target's own that no monitor guards.
class NativeCodeTest extends CodeTest {

    @Test
    void jnaMapsFunctionsAsMethodsOfAnInterface() throws IOException {
        assertEquals(
                Map.of("pause", Severity.STALL, "hash", Severity.SLOW),
                found(Map.of(
                        "Library", "package com.sun.jna; public interface Library { }",
                        "Shop", """
                        public class Shop {
                            public interface C extends com.sun.jna.Library {
                                int usleep(int micros);
                                int crc(int value);
                                int getpagesize();
                            }
                            public int pause(C c) { return c.usleep(50_000); }
                            public int hash(C c) { return c.crc(1); }
                            public int size(C c) { return c.getpagesize(); }
                        }
                        """)));
    }

    private Map<String, Severity> found(Map<String, String> sources) throws IOException {
        return check(sources, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("native-holds-carrier"))
                .collect(Collectors.toMap(Finding::method, Finding::severity, (one, _) -> one, TreeMap::new));
    }
}
