package io.heddle.agent.program;

import java.io.IOException;

/// What the test services share.
final class Program {

    private Program() {
    }

    /// The current thread in words, after a pause when the path is `/sleep/MILLIS`.
    static String answer(String path) {
        if (path.startsWith("/sleep/")) {
            try {
                Thread.sleep(Long.parseLong(path.substring("/sleep/".length())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Thread self = Thread.currentThread();
        return (self.isVirtual() ? "virtual " : "platform ") + self.getName() + "\n";
    }

    /// Waits until the process that started this one closes the pipe, or ends.
    static void untilInputEnds() throws IOException {
        while (System.in.read() >= 0) {
            // whatever is written only means: go on
        }
    }
}
