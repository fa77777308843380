package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.race.load.Answer;
import io.heddle.race.load.HeaderField;
import java.util.List;
import org.junit.jupiter.api.Test;

class BadAnswerTest {

    @Test
    void aRedirectionSaysWhereItLeadsWithoutItsSession() {
        Failure failure = of(302, new HeaderField("Location", "/login;jsessionid=4711?ticket=hunter2"));
        assertEquals("/ answers 302 to /login: a race of redirections says nothing", failure.sentence());
        assertTrue(failure.next().contains("--accept 3xx"), failure.next());
    }

    @Test
    void whatIsNotModifiedLeadsNowhere() {
        assertTrue(of(304).sentence().contains("has already"), of(304).sentence());
        assertTrue(of(304).next().contains("--accept 304"), of(304).next());
    }

    @Test
    void anErrorIsExplainedByWhatTheServiceSays() {
        assertEquals("look here", of(500).next());
        assertTrue(of(401).next().contains("--header"), of(401).next());
    }

    private static Failure of(int status, HeaderField... headers) {
        return BadAnswer.of("/", new Answer(status, List.of(headers), "", 0, false), "look here");
    }
}
