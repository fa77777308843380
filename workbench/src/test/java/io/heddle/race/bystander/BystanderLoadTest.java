package io.heddle.race.bystander;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Bystander;
import io.heddle.model.Failure;
import io.heddle.race.load.Answer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Time passes here: a bystander is asked by the clock.
class BystanderLoadTest {

    @Test
    void whoWaitsCountsFromWhenItShouldHaveBeenAskedThoughNobodyAnswersAtAll() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (BystanderLoad load = BystanderLoad.start("/other", () -> {
            never.await();
            return answer(200);
        })) {
            Thread.sleep(750);
            Bystander seen = load.end();
            assertEquals("/other", seen.path());
            assertTrue(seen.requests() >= 5, seen.toString());
            assertTrue(seen.maxMillis() >= 700, seen.toString());
            assertEquals(seen.maxMillis(), seen.p99Millis());
            assertTrue(seen.p50Millis() >= 250 && seen.p50Millis() < seen.maxMillis(), seen.toString());
        }
    }

    @Test
    void whoIsAnsweredAtOnceWaitsForNothing() throws Exception {
        try (BystanderLoad load = BystanderLoad.start("/other", () -> answer(200))) {
            Thread.sleep(550);
            Bystander seen = load.end();
            assertEquals(0, seen.failed());
            assertTrue(seen.p50Millis() < 100, seen.toString());
            assertEquals(seen.requests(), seen.points().size());
            assertEquals(0, seen.points().getFirst().second());
        }
    }

    @Test
    void errorsAndAnswersThatDoNotComeAreCounted() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (BystanderLoad load = BystanderLoad.start("/other", () -> {
            if (asked.incrementAndGet() % 2 == 0) {
                throw new Failure("gave no answer", "look");
            }
            return answer(asked.get() == 1 ? 404 : 503);
        })) {
            Thread.sleep(550);
            Bystander seen = load.end();
            assertTrue(seen.failed() >= seen.requests() - 2 && seen.failed() < seen.requests(), seen.toString());
        }
    }

    private static Answer answer(int status) {
        return new Answer(status, List.of(), "", 0, false);
    }
}
