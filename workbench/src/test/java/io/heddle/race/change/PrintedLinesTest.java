package io.heddle.race.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.race.change.Observation.Printed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedLinesTest {

    private static Map<String, Printed> of(String text) {
        return PrintedLines.of(text.lines().toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-11-28T10:00:00.123Z  WARN 4711 --- [shop] [nio-8080-exec-1] c.e.shop.Orders : stock is low | WARN c.e.shop.Orders
            2026-11-28 10:00:00,123 ERROR [main] com.example.Orders - cannot save | ERROR com.example.Orders
            10:00:00.123 [exec-3] WARN  com.example.Orders -- low | WARN com.example.Orders
            {"@timestamp":"x","level":"ERROR","logger_name":"com.example.Orders","message":"m"} | ERROR com.example.Orders
            java.lang.IllegalStateException: no tenant | java.lang.IllegalStateException
            Exception in thread "tomcat-1" java.lang.NullPointerException | java.lang.NullPointerException
            """)
    void aLineIsKnownByItsLevelAndLogger(String line, String kind) {
        assertEquals(List.of(kind), List.copyOf(of(line).keySet()));
    }

    @Test
    void aLoggerOfTheJdkStandsInTheLineBefore() {
        Map<String, Printed> printed = of("""
                Nov 28, 2026 5:00:00 PM com.example.Tenants answer
                WARNING: no tenant
                java.lang.IllegalStateException: virtual-12
                \tat com.example.Tenants.answer(Tenants.java:12)
                Nov 28, 2026 5:00:01 PM com.example.Tenants answer
                WARNING: no tenant
                java.lang.IllegalStateException: virtual-13
                """);
        assertEquals(
                List.of("WARN com.example.Tenants with java.lang.IllegalStateException"),
                List.copyOf(printed.keySet()));
        Printed lines = printed.values().iterator().next();
        assertEquals(2, lines.count());
        assertTrue(lines.error());
    }

    @Test
    void otherLinesAndClientsThatLeaveAreNothingToRead() {
        assertTrue(of("""
                2026-11-28 10:00:00 INFO com.example.Orders - no ERROR_CODE, 3 warnings
                \tat com.example.Orders.save(Orders.java:3)
                Caused by: java.net.SocketException: Connection reset
                2026-11-28 10:00:00 WARN com.example.Orders - java.io.IOException: Broken pipe
                org.apache.catalina.connector.ClientAbortException: java.io.IOException: Broken pipe
                """).isEmpty());
    }

    @Test
    void theFirstExampleHidesSecrets() {
        String first = of("2026-11-28 10:00:00 ERROR com.example.Login - password=hunter2 is wrong")
                .values()
                .iterator()
                .next()
                .first();
        assertFalse(first.contains("hunter2"), first);
    }
}
