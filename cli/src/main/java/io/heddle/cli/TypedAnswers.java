package io.heddle.cli;

import io.heddle.canary.rollout.Answers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// What a person types. Read in a thread of its own, which ends with the JVM.
final class TypedAnswers implements Answers {

    private static final int MOST = 100;

    private final BlockingQueue<Answer> typed = new LinkedBlockingQueue<>(MOST);
    private volatile boolean ended;

    /// @param in standard input
    TypedAnswers(InputStream in) {
        Thread.ofPlatform().daemon().name("heddle-answers").start(() -> read(in));
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line.strip().toLowerCase(Locale.ROOT)) {
                    case "go" -> typed.offer(Answer.GO);
                    case "back" -> typed.offer(Answer.BACK);
                    default -> {}
                }
            }
        } catch (IOException closed) {
            // the same as its end
        }
        ended = true;
    }

    @Override
    public Answer next() {
        // First: what was typed before the end is in the queue then.
        boolean nobody = ended;
        Answer answer = typed.poll();
        return answer != null ? answer : nobody ? Answer.NOBODY : Answer.NONE;
    }
}
