package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.model.Failure;
import io.heddle.model.Race;
import io.heddle.report.Contract;
import io.heddle.report.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RaceJsonTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void aQuickRaceIsWrittenAsBefore() {
        Golden.check("quick.json", RaceJson.render(SampleRace.quick()));
    }

    @Test
    void everyKeyOfTheContractIsThereWithItsTypeAndSpelling() throws Exception {
        JsonNode contract = MAPPER.readTree(Golden.read("contract.json"));
        for (Race race : List.of(SampleRace.quick(), SampleRace.full(), SampleRace.fourArms(), OddRaces.hostile())) {
            Contract.check(contract, MAPPER.readTree(RaceJson.render(race)));
        }
    }

    @Test
    void theContractsCheckFindsWhatIsMissingOrMisspelled() throws Exception {
        JsonNode contract = MAPPER.readTree(Golden.read("contract.json"));
        String report = RaceJson.render(SampleRace.quick());
        for (List<String> change : List.of(
                List.of("\"virtualShare\"", "\"share\""),
                List.of("\"no-gain\"", "\"NO_GAIN\""),
                List.of("\"p99\" :", "\"p99\" : \"\", \"x\" :"),
                List.of("\"closed\"", "\"CLOSED\""),
                List.of("\"findings\"", "\"found\""))) {
            String broken = report.replace(change.getFirst(), change.getLast());
            assertFalse(broken.equals(report), change::toString);
            assertThrows(
                    AssertionError.class, () -> Contract.check(contract, MAPPER.readTree(broken)), change::toString);
        }
    }

    @Test
    void whatIsNotANumberIsNull() throws Exception {
        String json = RaceJson.render(OddRaces.unknown());
        assertFalse(json.contains("NaN") || json.contains("Infinity"), json);
        JsonNode trial = MAPPER.readTree(json).get("trials").get(0);
        assertTrue(trial.get("throughput").isNull()
                && trial.get("bound").isNull()
                && trial.get("virtualShare").isNull()
                && trial.get("pins").isNull());
        JsonNode ratio = MAPPER.readTree(RaceJson.render(OddRaces.oneJvm()))
                .get("comparisons")
                .get(0)
                .get("ratio");
        assertTrue(ratio.get("low").isNull()
                && ratio.get("high").isNull()
                && ratio.get("estimate").asDouble() == 1.004);
    }

    @Test
    void whatWasWrittenIsReadBack() {
        for (Race race : List.of(SampleRace.quick(), SampleRace.full())) {
            assertEquals(RaceJson.render(race), RaceJson.render(RaceReader.read(RaceJson.render(race))));
        }
        for (Race race : OddRaces.all()) {
            assertEquals(RaceJson.render(race), RaceJson.render(RaceReader.read(RaceJson.render(race))));
        }
        assertEquals(
                OddRaces.searched().capacities(),
                RaceReader.read(RaceJson.render(OddRaces.searched())).capacities());
        assertEquals(
                SampleOverload.race().overloads(),
                RaceReader.read(RaceJson.render(SampleOverload.race())).overloads());
        assertEquals(
                OddRaces.oneJvm().comparisons(),
                RaceReader.read(RaceJson.render(OddRaces.oneJvm())).comparisons());
        assertEquals(
                OddRaces.hostile().target().notes().getFirst().replaceAll("\\p{Cs}", "\ufffd"),
                RaceReader.read(RaceJson.render(OddRaces.hostile()))
                        .target()
                        .notes()
                        .getFirst(),
                "only half a character is lost");
    }

    @Test
    void aReaderSaysWhereAReportIsWrong() {
        String report = RaceJson.render(SampleRace.quick());
        assertTrue(failure("{").contains("not JSON"));
        assertTrue(failure("{}").contains("report.machine is missing"));
        assertTrue(failure(report.replaceFirst("\"rssBytes\"", "\"rss\""))
                .contains("report.trials[0].rssBytes is missing"));
        assertTrue(failure(report.replaceFirst("\"kind\" : \"closed\"", "\"kind\" : \"shut\""))
                .contains("load.kind should be closed or open"));
        assertTrue(failure(report.replaceFirst("\"cores\" : 2", "\"cores\" : \"2\""))
                .contains("report.machine.cores should be a whole number"));
    }

    private static String failure(String json) {
        return assertThrows(Failure.class, () -> RaceReader.read(json)).sentence();
    }
}
