package io.heddle.race.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundLoadTest {

    @Test
    void aMachineOfOnesOwnIsNotDoubted() {
        assertEquals(List.of(), BackgroundLoad.Used.NOTHING.doubts());
        assertEquals(List.of(), new BackgroundLoad.Used(0.05, 0.02).doubts());
    }

    /// In tenths, so that trials which saw the same say the same.
    @Test
    void whoElseUsedItIsSaid() {
        assertEquals(
                List.of(
                        "foreign load: other processes used some 30 % of the machine's CPU while this was measured",
                        "foreign load: the hypervisor gave less than 10 % of the machine's CPU to others while this was measured"),
                new BackgroundLoad.Used(0.34, 0.021).doubts());
        assertEquals(
                List.of(
                        "foreign load: other processes used less than 10 % of the machine's CPU while this was measured"),
                new BackgroundLoad.Used(0.06, 0).doubts());
    }
}
