package io.heddle.race.trial;

import io.heddle.race.arm.ArmRun;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.RunListener;
import io.heddle.race.target.Usage;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/// What target, generator and machine use while a window measures.
public final class Meter implements RunListener {

    /// Share of the machine's CPU from which CPU may be what limits.
    public static final double BUSY = 0.9;

    private final ArmRun run;
    private final BiConsumer<Double, Double> progress;
    private Duration cpu = Duration.ZERO;
    private Duration ownCpu = Duration.ZERO;
    private Usage.Machine machineBefore = Usage.machine();
    private double machine;
    /// Share of all cores of the machine that the generator had.
    private double generator;
    private BackgroundLoad before = BackgroundLoad.begin();
    private BackgroundLoad.Used foreign = BackgroundLoad.Used.NOTHING;
    private long rss;

    /// @param progress fraction of the window and throughput so far
    public Meter(ArmRun run, BiConsumer<Double, Double> progress) {
        this.run = run;
        this.progress = progress;
    }

    @Override
    public void measuring() {
        cpu = Usage.cpu(run.tree());
        ownCpu = own();
        before = BackgroundLoad.begin();
        machineBefore = Usage.machine();
    }

    @Override
    public void measured() {
        cpu = Usage.cpu(run.tree()).minus(cpu);
        ownCpu = own().minus(ownCpu);
        Usage.Machine machineAfter = Usage.machine();
        machine = machineAfter.busySince(machineBefore);
        generator = machineAfter.shareSince(machineBefore, ownCpu);
        // a service that already ran is a stranger too
        foreign = run.hasAgent() ? before.used() : BackgroundLoad.Used.NOTHING;
        rss = Usage.rssBytes(run.tree());
    }

    @Override
    public void progress(double fractionDone, double throughput) {
        progress.accept(fractionDone, throughput);
    }

    /// CPU time of the target.
    public Duration cpu() {
        return cpu;
    }

    /// CPU time of the generator.
    public Duration ownCpu() {
        return ownCpu;
    }

    /// Share of all cores that were busy, 0 to 1.
    public double machine() {
        return machine;
    }

    /// Resident memory of the target at the end, in bytes.
    public long rss() {
        return rss;
    }

    /// @throws io.heddle.model.Failure if others kept the generator from measuring anything but itself
    public void requireCores(Measurement measured) {
        Starvation.check(measured.runDelay(), foreign.others(), generator);
    }

    /// What others had of the machine, as doubts; empty where it was Heddle's.
    public List<String> foreign() {
        return foreign.doubts();
    }

    /// The doubt that a busy machine leaves.
    ///
    /// @param seconds length of the window
    public Optional<String> busy(double seconds) {
        return machine <= BUSY
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "machine CPU at %.0f %%: the load generator (%.0f %% of a core) may be the limit",
                        machine * 100,
                        ownCpu.toNanos() / 1e7 / Math.max(0.001, seconds)));
    }

    private static Duration own() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        instanceof com.sun.management.OperatingSystemMXBean os
                ? Duration.ofNanos(os.getProcessCpuTime())
                : Duration.ZERO;
    }
}
