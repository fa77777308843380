package io.heddle.agent.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;

/// What the test services share: the same answers to the same requests on every server.
final class Program {

    private Program() {}

    /// Answers `/echo` with the sum of what was uploaded, `/stream` piece by piece, `/later` from another thread,
    /// `/again` after it was dispatched once more, `/missing` with 404, and all else with the thread.
    static void serve(Call call) throws IOException {
        switch (call.path()) {
            case "/echo" -> say(call, 201, sum(call.in()));
            case "/missing" -> say(call, 404, "nothing here\n");
            case "/stream" -> stream(call);
            case "/later" -> call.later(() -> sayLater(call));
            case "/again" -> {
                if (!call.again()) {
                    say(call, 200, "back\n");
                }
            }
            default -> say(call, 200, answer(call.path()));
        }
    }

    private static void sayLater(Call call) {
        try {
            say(call, 200, "later\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void say(Call call, int status, String text) throws IOException {
        call.begin(status, "X-Answer", Integer.toString(text.length()), text.length());
        PrintWriter out = call.out();
        out.print(text);
        out.flush();
    }

    private static void stream(Call call) throws IOException {
        call.begin(200, "X-Answer", "pieces", -1);
        PrintWriter out = call.out();
        for (int piece = 0; piece < 20; piece++) {
            out.print((piece + "\n").repeat(300));
            out.flush();
        }
    }

    private static String sum(Reader in) throws IOException {
        CRC32 sum = new CRC32();
        int length = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            sum.update(c);
            length++;
        }
        return length + " bytes, sum " + sum.getValue() + "\n";
    }

    /// The current thread in words, after a pause when the path is `/sleep/MILLIS`: that is also told while it
    /// lasts.
    static String answer(String path) {
        if (path.startsWith("/sleep/")) {
            System.out.println("sleeps");
            try {
                Thread.sleep(Long.parseLong(path.substring("/sleep/".length())));
            } catch (InterruptedException e) {
                System.out.println("interrupted");
                Thread.currentThread().interrupt();
            }
            System.out.println("worked to its end");
        }
        Thread self = Thread.currentThread();
        return (self.isVirtual() ? "virtual " : "platform ") + self.getName() + "\n";
    }

    /// Waits until the process that started this one closes the pipe, or ends. What is in flight then is the
    /// server's affair.
    static void untilInputEnds() throws IOException {
        while (System.in.read() >= 0) {
            // whatever is written only means: go on
        }
    }
}
