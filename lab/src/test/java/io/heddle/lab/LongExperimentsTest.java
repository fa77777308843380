package io.heddle.lab;

import io.heddle.lab.bench.Workshop;
import io.heddle.lab.page.LabText;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The quick form of every experiment, on JDK 21 and this one.
@Tag("long")
class LongExperimentsTest {

    static List<Experiment> all() {
        return Experiments.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatMustHoldDoes(Experiment experiment) {
        List<LabJdk> jdks = List.of(
                LabJdk.of(System.getProperty("heddle.jdk21", "21")), LabJdk.of(System.getProperty("java.home")));
        try (Workshop workshop = Workshop.open()) {
            Result result =
                    new LabRunner(experiment, new Plan(Extent.QUICK, jdks), "test", workshop, new Silent()).run();
            System.out.println(LabText.render(result).text());
            Shown.require(result);
        }
    }
}
