package io.heddle.fix.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.fix.build.Library;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoverTest {

    @Test
    void oneUpgradeThatClearsAllIsEnough() {
        assertEquals(
                List.of("parent 2"),
                chosen(List.of(
                        candidate("driver", "2", "a"),
                        candidate("server", "2", "b"),
                        candidate("parent", "2", "a", "b"))));
    }

    @Test
    void theSmallerStepIsTakenWhereBothClearAsMany() {
        assertEquals(
                List.of("driver 1.1"), chosen(List.of(candidate("driver", "1.1", "a"), candidate("driver", "2", "a"))));
    }

    @Test
    void aLibraryIsUpgradedOnce() {
        assertEquals(
                List.of("driver 2"),
                chosen(List.of(candidate("driver", "1.1", "a"), candidate("driver", "2", "b", "c"))));
    }

    @Test
    void whatClearsNothingThatIsWantedIsLeft() {
        assertEquals(List.of(), chosen(List.of(candidate("driver", "2", "z"))));
    }

    private static List<String> chosen(List<Candidate> candidates) {
        return Cover.of(candidates, Set.of("a", "b", "c")).stream()
                .map(candidate -> candidate.change().library().artifact() + " "
                        + candidate.change().release())
                .toList();
    }

    private static Candidate candidate(String artifact, String release, String... gone) {
        return new Candidate(
                new Service.Change(new Library("org.example", artifact, "1.0"), release),
                List.of(),
                Set.of(gone),
                List.of());
    }
}
