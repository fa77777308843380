package io.heddle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// Short races of a service that goes wrong as it is told. Nothing of them is alive after a test.
abstract class FaultyRace {

    /// For the JVM of Heddle and that of the target. A race of a few seconds, whose figures nobody reads, is over
    /// before
    /// the second compiler is of use.
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";
    private static final Path FAULTY = HeddleRun.ROOT.resolve("demo/faults/target/heddle-faults.jar");

    @TempDir
    Path folder;

    @AfterEach
    void noOrphans() throws Exception {
        HeddleRun.assertNoneAlive(FAULTY.toString());
        HeddleRun.assertNoneAlive(folder.toString());
    }

    /// At once, each in a folder of its own: for races that mostly wait, and whose figures nobody reads.
    List<HeddleRun.Ended> races(List<String> options, String... behaviours) throws Exception {
        List<HeddleRun> races = new ArrayList<>();
        for (String behaviour : behaviours) {
            races.add(start(Files.createDirectory(folder.resolve("race-" + races.size())), options, behaviour));
        }
        List<HeddleRun.Ended> ended = new ArrayList<>();
        for (HeddleRun race : races) {
            ended.add(race.await());
        }
        return ended;
    }

    HeddleRun.Ended race(List<String> options, String behaviour) throws Exception {
        return start(options, behaviour).await();
    }

    HeddleRun start(List<String> options, String behaviour) throws Exception {
        return start(folder, options, behaviour);
    }

    private static HeddleRun start(Path folder, List<String> options, String behaviour) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "race",
                FAULTY.toString(),
                "--ready",
                "30s",
                "--timeout",
                "3s",
                "--connections",
                "20",
                "--duration",
                "300ms",
                "--repetitions",
                "1",
                "--quick",
                "--rate",
                "50",
                "--json",
                "race.json",
                "--html",
                "race.html"));
        List<String> usual = List.copyOf(arguments);
        for (int i = 0; i < options.size(); i += 2) {
            int known = usual.indexOf(options.get(i));
            if (known >= 0) {
                arguments.set(known + 1, options.get(i + 1));
            } else {
                arguments.addAll(options.subList(i, i + 2));
            }
        }
        arguments.addAll(List.of("--jvm", ONE_COMPILER, "--"));
        arguments.addAll(List.of(behaviour.split(" ")));
        return HeddleRun.start(folder, List.of(ONE_COMPILER), arguments);
    }
}
