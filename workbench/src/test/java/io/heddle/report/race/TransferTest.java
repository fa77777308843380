package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Certainty;
import io.heddle.model.Culprit;
import io.heddle.model.Holder;
import io.heddle.model.Race;
import io.heddle.model.Remedies;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferTest {

    /// SampleRace has two cores; its virtual arm answers some 195/s of /api/users at 400 connections.
    @Test
    void whatMoreCarriersLetThroughIsSaidOnlyWhereTheirNumberIsTheLimit() {
        assertEquals(
                "Carriers are as many as cores: held for 10 ms at a time they let 200 through a second on the 2 cores here and 1600 on 16, so there the same harm begins at a higher load and is no smaller.",
                Transferability.sentences(harmed(10, List.of())).getLast());
        assertEquals(
                "Carriers are as many as cores: here 2, so that code which holds them is seen sooner than on a larger machine.",
                Transferability.sentences(harmed(5, List.of())).getLast(),
                "one lock for all lets half of that through, on any number of cores");
    }

    @Test
    void coresAreThoseOfTheTarget() {
        for (List<String> words : List.of(List.of("--cpus", "1"), List.of("--cpus=1"))) {
            List<String> sentences = Transferability.sentences(harmed(5, words));
            assertTrue(
                    sentences.getLast().contains("they let 200 through a second on the 1 cores here"),
                    sentences.getLast());
            assertTrue(
                    sentences
                            .get(1)
                            .contains(
                                    "(no trial took more than 90 % of 1 core); the load generator had cores of its own"),
                    sentences.get(1));
        }
    }

    private static Race harmed(double eachMillis, List<String> words) {
        Race race = SampleRace.quick();
        Holder holder = new Holder(
                Holder.Cause.MONITOR,
                "a.Ledger",
                "post",
                7,
                "a",
                100,
                100 * eachMillis,
                eachMillis,
                0.96,
                Certainty.CONFIRMED,
                List.of(),
                List.of(),
                "");
        Verdict harm = new Verdict(
                "/api/users",
                Verdict.Kind.HARM,
                "harm",
                Verdict.Limit.NONE,
                List.of(new Culprit(holder, 2, 2, new Remedies.Remedy("", ""), "")),
                List.of(),
                List.of());
        List<Trial> trials = race.trials().stream()
                .map(trial -> trial.arm().equals("virtual")
                        ? trial.withCarriers(trial.pins(), trial.stalls(), List.of(holder))
                        : trial)
                .toList();
        return new Race(
                race.version(),
                race.started(),
                race.seconds(),
                race.quick(),
                java.util.stream.Stream.concat(race.command().stream(), words.stream())
                        .toList(),
                race.machine(),
                race.target(),
                race.arms(),
                race.bounds(),
                trials,
                race.comparisons(),
                harm,
                List.of(harm),
                List.of(),
                List.of(),
                List.of(),
                false,
                "");
    }
}
