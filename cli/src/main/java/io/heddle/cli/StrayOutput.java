package io.heddle.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/// Lets what a library prints by itself, such as a warning with the name of a file in it, pass the gate as well, line
/// by
/// line.
final class StrayOutput extends OutputStream {

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Gate gate;
    private final Charset charset;

    private StrayOutput(Gate gate, Charset charset) {
        this.gate = gate;
        this.charset = charset;
    }

    /// Puts itself in the place of both streams of this JVM, and behind threads that end by an exception.
    static void intercept(PrintWriter out, PrintWriter err) {
        Gate talk = new Gate(err);
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> talk.trace(failure));
        System.setOut(stream(new Gate(out), System.out.charset()));
        System.setErr(stream(talk, System.err.charset()));
    }

    /// Leaves standard output to whoever writes to its descriptor: what is printed by chance goes to standard error.
    static void keepOffOutput() {
        System.setOut(System.err);
    }

    static PrintStream stream(Gate gate, Charset charset) {
        return new PrintStream(new StrayOutput(gate, charset), true, charset);
    }

    @Override
    public synchronized void write(int octet) {
        if (octet == '\n') {
            gate.line(line.toString(charset));
            line.reset();
        } else {
            line.write(octet);
        }
    }
}
