package io.heddle.watch;

import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.Watch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Watches the programs of `programs.txt`, live and by three dumps, on JDK 21 and 25: how often is the pool named
/// first,
/// and how often is a healthy twin called ill?
public final class PoolRepetitions {

    private final Map<String, int[]> counts = new TreeMap<>();
    private int ills;
    private int twins;

    private PoolRepetitions() {}

    /// Arguments: how many times, and at most so many minutes.
    public static void main(String[] arguments) throws Exception {
        int times = Integer.parseInt(arguments[0]);
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.parseLong(arguments[1])).toNanos();
        PoolRepetitions repetitions = new PoolRepetitions();
        Path folder = Files.createTempDirectory("pools");
        Map<PoolProgram, String> classPaths = new TreeMap<>((a, b) -> a.title().compareTo(b.title()));
        for (PoolProgram program : PoolProgram.all()) {
            classPaths.put(program, program.compile(Files.createDirectory(folder.resolve(program.program()))));
        }
        for (int i = 0; i < times && System.nanoTime() < end; i++) {
            for (Map.Entry<PoolProgram, String> entry : classPaths.entrySet()) {
                for (int jdk : new int[] {21, 25}) {
                    for (boolean fromDumps : new boolean[] {false, true}) {
                        if (System.nanoTime() < end) {
                            repetitions.once(entry.getKey(), entry.getValue(), jdk, fromDumps, folder);
                        }
                    }
                }
            }
        }
        repetitions.counts.forEach(
                (name, count) -> System.out.println("pool " + name + ": named first " + count[0] + " of " + count[1]));
        System.out.println("healthy twins of pools called ill: " + repetitions.ills + " of " + repetitions.twins);
        System.exit(0);
    }

    private void once(PoolProgram program, String classPath, int jdk, boolean fromDumps, Path folder) {
        String name = program.title() + " on " + jdk + (fromDumps ? " by dumps" : " live");
        int[] count = counts.computeIfAbsent(name, _ -> new int[2]);
        String ill = said(program, classPath, jdk, "ill", fromDumps, folder);
        boolean right = ill.startsWith("right");
        count[0] += right ? 1 : 0;
        count[1]++;
        String twin = said(program, classPath, jdk, "healthy", fromDumps, folder);
        twins++;
        ills += twin.startsWith("ill") ? 1 : 0;
        List<String> wrong = new ArrayList<>();
        if (!right) {
            wrong.add(ill);
        }
        if (!twin.startsWith("healthy")) {
            wrong.add("twin " + twin);
        }
        wrong.forEach(line -> System.out.println("WRONG: " + name + ": " + line));
    }

    private static String said(
            PoolProgram program, String classPath, int jdk, String how, boolean fromDumps, Path folder) {
        try {
            Watch watch = program.watch(jdk, classPath, how, fromDumps, folder);
            String first = watch.account().first().map(Wait::title).orElse("");
            if (how.equals("healthy")) {
                return (watch.state().isHarm() ? "ill " : "healthy ") + watch.state() + " " + watch.text();
            }
            boolean right = jdk == program.pinsOn()
                    ? watch.state().isOfCarriers()
                    : watch.state() == Watch.State.CONTENDED && first.startsWith("pool " + program.title());
            return (right ? "right " : "wrong ") + watch.state() + " " + first + "; " + watch.text();
        } catch (Exception | AssertionError e) {
            return "failed " + e;
        }
    }
}
