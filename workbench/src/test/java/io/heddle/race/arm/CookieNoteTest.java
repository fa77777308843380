package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.race.load.Answer;
import io.heddle.race.load.HeaderField;
import io.heddle.race.requests.Entry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CookieNoteTest {

    private static final Answer SETS = new Answer(
            200,
            List.of(
                    new HeaderField("set-cookie", "JSESSIONID=7F3A; Path=/; HttpOnly"),
                    new HeaderField("Set-Cookie", "theme=dark")),
            "",
            0,
            false);
    private static final Answer PLAIN =
            new Answer(200, List.of(new HeaderField("Content-Type", "text/plain")), "", 0, false);

    @Test
    void cookiesThatNobodySendsBackAreNamedWithoutTheirValues() {
        String note = CookieNote.of(
                        List.of(Entry.get("/", List.of()), Entry.get("/a", List.of())), List.of(PLAIN, SETS))
                .orElseThrow();
        assertTrue(note.contains("(JSESSIONID, theme)") && note.contains("--header 'Cookie: …'"), note);
        assertFalse(note.contains("7F3A"), note);
    }

    @Test
    void thoseThatARequestBringsAreNot() {
        Entry both = Entry.get("/", List.of(new HeaderField("cookie", "theme=light; JSESSIONID=1")));
        Entry one = Entry.get("/", List.of(new HeaderField("Cookie", "JSESSIONID=1")));
        assertEquals(Optional.empty(), CookieNote.of(List.of(both), List.of(SETS)));
        assertTrue(CookieNote.of(List.of(one), List.of(SETS)).orElseThrow().contains("(theme)"));
    }

    @Test
    void anAnswerWithoutCookiesSaysNothing() {
        assertEquals(Optional.empty(), CookieNote.of(List.of(Entry.get("/", List.of())), List.of(PLAIN)));
    }
}
