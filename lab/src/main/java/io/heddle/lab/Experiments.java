package io.heddle.lab;

import io.heddle.lab.async.CoreAsync;
import io.heddle.lab.compare.Compare;
import io.heddle.lab.delay.Delay;
import io.heddle.lab.jdbc.Jdbc;
import io.heddle.lab.pinning.PinningMap;
import io.heddle.lab.r2dbc.R2dbc;
import io.heddle.lab.ring.RingJetty;
import io.heddle.lab.semaphore.Semaphores;
import io.heddle.lab.spring.SpringBoot;
import io.heddle.lab.threads.Threads;
import io.heddle.model.Failure;
import java.util.List;
import java.util.stream.Collectors;

/// Every experiment there is: a new one adds its line here.
public final class Experiments {

    /// In the order in which they are listed.
    public static final List<Experiment> ALL = List.of(
            new CoreAsync(),
            new RingJetty(),
            new SpringBoot(),
            new Jdbc(),
            new R2dbc(),
            new Threads(),
            new Delay(),
            new Compare(),
            new PinningMap(),
            new Semaphores());

    private Experiments() {}

    /// @throws Failure when there is none of that name
    public static Experiment named(String name) {
        return ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        "there is no experiment '" + name + "'",
                        "one of " + ALL.stream().map(Experiment::name).collect(Collectors.joining(", "))
                                + "; heddle lab lists them"));
    }
}
