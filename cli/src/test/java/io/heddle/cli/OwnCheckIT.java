package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.target.Jdk;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What `race --check` without a file reads.
@Tag("slow")
class OwnCheckIT {

    private static final Path HARM = HeddleRun.ROOT.resolve("demo/harm/target/heddle-harm.jar");
    private static final Jdk HERE = Jdk.of(Path.of(System.getProperty("java.home")));

    @Test
    void theClassPathOfAnExecLineIsCheckedForTheJdkThatItWillRunOn() {
        List<String> said = new ArrayList<>();
        TargetChoice target = new TargetChoice.Exec(
                "{java} -cp " + HARM + " io.heddle.demo.harm.HarmService --server.port={port}", List.of());
        List<Finding> findings = OwnCheck.of(List.of(target), List.of(HERE), said::add);
        assertTrue(
                findings.stream()
                        .anyMatch(finding -> finding.type().equals("io.heddle.demo.harm.Turnstile")
                                && finding.rule().equals("yield-spin")),
                findings.toString());
        assertTrue(
                findings.stream().noneMatch(finding -> finding.type().equals("io.heddle.demo.harm.Ledger")),
                "monitors hold nobody since JDK 24");
        assertEquals("check predicts " + findings.size() + " findings", said.getLast());
    }

    @Test
    void targetsWhoseClassesNobodyKnowsAreRefused() {
        URI here = URI.create("http://localhost:1");
        for (TargetChoice target : List.of(
                new TargetChoice.Exec("run-my-service {java}", List.of()),
                new TargetChoice.Urls(here, here, Set.of()))) {
            Failure failure = assertThrows(Failure.class, () -> OwnCheck.of(List.of(target), List.of(HERE), _ -> {}));
            assertTrue(
                    failure.sentence().contains("cannot know what to read")
                            && failure.next().contains("--check check.json"),
                    failure.sentence());
        }
    }
}
