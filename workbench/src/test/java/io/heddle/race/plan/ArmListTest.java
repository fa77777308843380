package io.heddle.race.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmListTest {

    @Test
    void anArmIsThreadsAndPerhapsAJdkAndAJar() {
        List<Arm> arms = parse("platform@21", "virtual@25", "virtual@21=target/patched.jar", "virtual=other.jar");
        assertEquals(List.of("platform@21", "virtual@25", "virtual@21=patched.jar", "virtual=other.jar"), labels(arms));
        assertEquals(
                List.of(Arm.Mode.PLATFORM, Arm.Mode.VIRTUAL, Arm.Mode.VIRTUAL, Arm.Mode.VIRTUAL),
                arms.stream().map(Arm::mode).toList());
        assertEquals(build("21", ""), arms.getFirst().build());
        assertEquals(build("21", "target/patched.jar"), arms.get(2).build());
        assertEquals(build("", "other.jar"), arms.getLast().build());
    }

    @Test
    void aHomeIsAJdkAndItsFolderTheLabel() {
        Arm arm = parse("platform@/opt/jdk-21.0.8+9", "virtual").getFirst();
        assertEquals("platform@jdk-21.0.8+9", arm.label());
        assertEquals(build("/opt/jdk-21.0.8+9", ""), arm.build());
    }

    @Test
    void labelsThatWouldBeTheSameAreWhatWasTyped() {
        assertEquals(
                List.of("virtual=old/app.jar", "virtual=new/app.jar"),
                labels(parse("virtual=old/app.jar", "virtual=new/app.jar")));
    }

    @Test
    void equalArmsOfTheRacesOwnBuildShowTheNoise() {
        assertEquals(List.of("platform-1", "platform-2"), labels(parse("platform", "platform")));
        assertEquals(List.of("virtual-1", "virtual-2", "virtual-3"), labels(parse("virtual", "virtual", "virtual")));
    }

    @Test
    void aResizedArmIsOfTheFirstArmsBuildAndHasNoVerdict() {
        List<Arm> arms = ArmList.parse(List.of("platform@21", "virtual@25"), OptionalInt.of(400));
        assertEquals("platform-of-400", arms.getLast().label());
        assertEquals(arms.getFirst().build(), arms.getLast().build());
        assertEquals(List.of(arms.get(1)), Pairs.judged(arms));
        assertEquals(List.of(arms.get(2)), Pairs.resized(arms));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            platform                                   | nothing to be compared with
            platform virtual@21 virtual@22 virtual@23 virtual@24 | no more than 4 arms
            platform virtual@21 virtual@21             | virtual@21 is there twice
            virtual@21 virtual@21                      | virtual@21 is there twice
            platform platform virtual                  | platform is there twice
            platform virtuell                          | 'virtuell' is no arm
            platform virtual@                          | 'virtual@' is no arm
            platform virtual@21=                       | 'virtual@21=' is no arm
            """, quoteCharacter = '"')
    void whatIsNoRaceIsSaidWithWhatArmsTakes(String texts, String said) {
        Failure failure = assertThrows(Failure.class, () -> parse(texts.split(" ", -1)));
        assertTrue(failure.sentence().contains(said), failure.sentence());
        assertTrue(failure.next().contains("--arms "), failure.next());
    }

    private static Arm.Build build(String jdk, String jar) {
        return new Arm.Build(given(jdk), given(jar));
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(given -> !given.isEmpty());
    }

    private static List<Arm> parse(String... texts) {
        return ArmList.parse(List.of(texts), OptionalInt.empty());
    }

    private static List<String> labels(List<Arm> arms) {
        return arms.stream().map(Arm::label).toList();
    }
}
