package io.heddle.cli;

import java.io.PrintWriter;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Ctrl-C once: stop and report. Twice: stop now; the supervisor then ends what Heddle has started.
final class Interrupt implements AutoCloseable {

    private static final Signal INT = new Signal("INT");
    private static final Signal TERM = new Signal("TERM");

    private final SignalHandler beforeInt;
    private final SignalHandler beforeTerm;

    private Interrupt(SignalHandler beforeInt, SignalHandler beforeTerm) {
        this.beforeInt = beforeInt;
        this.beforeTerm = beforeTerm;
    }

    /// @param racing the thread that is interrupted by the first signal
    static Interrupt of(Thread racing, PrintWriter err) {
        return of(racing, err, "stopping: the report of what was measured follows (Ctrl-C again to stop now)");
    }

    /// @param sentence what is said at the first signal
    static Interrupt of(Thread running, PrintWriter err, String sentence) {
        SignalHandler handler = new SignalHandler() {
            private boolean before;

            @Override
            public void handle(Signal signal) {
                if (before) {
                    Runtime.getRuntime().halt(2);
                }
                before = true;
                err.println("\n" + sentence);
                err.flush();
                running.interrupt();
            }
        };
        return new Interrupt(Signal.handle(INT, handler), Signal.handle(TERM, handler));
    }

    @Override
    public void close() {
        Signal.handle(INT, beforeInt);
        Signal.handle(TERM, beforeTerm);
    }
}
