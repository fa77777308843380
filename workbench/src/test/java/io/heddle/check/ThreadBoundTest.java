package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Values that each thread has for itself: what they cost, and how often they are asked for.
class ThreadBoundTest extends CodeTest {

    private static final String SHOP = """
            import com.sun.net.httpserver.*;
            import java.net.InetSocketAddress;
            public class Shop {
                private static final ThreadLocal<Mapper> MAPPER = ThreadLocal.withInitial(() -> new Mapper());
                public static void main(String[] all) throws Exception {
                    HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
                    server.createContext("/a", exchange -> MAPPER.get().write());
                    server.start();
                }
                static class Part { final Object left; Part(Object left) { this.left = left; } }
                static class Mapper {
                    %s
                    void write() { }
                }
            }
            """;

    /// As an object mapper: no array, and nothing of the JDK that costs.
    @Test
    void manyObjectsCost() throws IOException {
        String parts = IntStream.range(0, 20)
                .mapToObj(i -> "private final Part p" + i + " = new Part(new Object());")
                .collect(Collectors.joining());
        List<Finding> found = found(SHOP.formatted(parts));
        assertEquals(1, found.size());
        assertEquals(
                "each thread makes a Shop$Mapper of its own", found.getFirst().reason());
        assertEquals(Exposure.EACH_REQUEST, found.getFirst().context().exposure());
    }

    @Test
    void fewDoNot() throws IOException {
        assertEquals(List.of(), found(SHOP.formatted("private final Part p = new Part(new Object());")));
    }

    private List<Finding> found(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("thread-local-cache"))
                .toList();
    }
}
