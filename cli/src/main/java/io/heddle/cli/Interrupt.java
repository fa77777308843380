package io.heddle.cli;

import io.heddle.report.Lines;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Ctrl-C once: stop and report. Twice: stop now; the supervisor then ends what Heddle has started. A terminal that is
/// closed counts as Ctrl-C.
final class Interrupt implements AutoCloseable {

    private static final List<String> SIGNALS =
            System.getProperty("os.name", "").startsWith("Windows")
                    ? List.of("INT", "TERM")
                    : List.of("INT", "TERM", "HUP");

    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

    private Interrupt(SignalHandler handler) {
        for (String name : SIGNALS) {
            Signal signal = new Signal(name);
            before.put(signal, Signal.handle(signal, handler));
        }
    }

    /// @param racing the thread that is interrupted by the first signal
    static Interrupt of(Thread racing, Gate err) {
        return of(racing, err, "stopping: the report of what was measured follows (Ctrl-C again to stop now)");
    }

    /// @param sentence what is said at the first signal
    static Interrupt of(Thread running, Gate err, String sentence) {
        return of(running::interrupt, err, sentence);
    }

    /// @param first is run at the first signal
    static Interrupt of(Runnable first, Gate err, String sentence) {
        return new Interrupt(new SignalHandler() {
            private boolean before;

            @Override
            public void handle(Signal signal) {
                if (before) {
                    Runtime.getRuntime().halt(2);
                }
                before = true;
                err.print(Lines.of("", sentence));
                first.run();
            }
        });
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
