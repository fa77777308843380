package io.heddle.check.truth;

import java.util.List;
import java.util.stream.Stream;

/// One small program: a way to hold something, and something to wait for meanwhile.
record Shape(Sink sink, Hold hold) {

    private static final String IMPORTS = """
            import java.io.FileInputStream;
            import java.io.IOException;
            import java.net.Socket;
            import java.util.Map;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.locks.LockSupport;
            import java.util.concurrent.locks.ReentrantLock;
            import java.util.function.Supplier;

            """;

    static List<Shape> all() {
        return Stream.of(Sink.values())
                .flatMap(sink -> Stream.of(Hold.values()).map(hold -> new Shape(sink, hold)))
                .toList();
    }

    /// Of its class.
    String name() {
        return sink + "_UNDER_" + hold;
    }

    String code() {
        return IMPORTS + "public class " + name() + " implements Task {\n"
                + hold.body().replace("SINK", sink.code()) + "}\n";
    }
}
