package io.heddle.predict;

import io.heddle.model.Prediction.NotKnown;
import io.heddle.predict.MetricNames.Role;
import io.heddle.predict.Reading.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a reading tells of the service's demand, and what it does not.
final class MetricsDemand {

    private final Reading reading;
    private final Wish wish;
    private final List<Station> stations = new ArrayList<>();
    private final List<NotKnown> notKnown = new ArrayList<>();

    MetricsDemand(Reading reading, Wish wish) {
        this.reading = reading;
        this.wish = wish;
    }

    /// Threads that may serve requests at the same time.
    Optional<Integer> threads() {
        return wish.threads()
                .or(() -> reading.most(Role.THREADS_MAX).stream()
                        .mapToObj(most -> (int) Math.round(most))
                        .filter(most -> most > 0)
                        .findFirst());
    }

    /// What it does not tell; complete after [#demand].
    List<NotKnown> notKnown() {
        return List.copyOf(notKnown);
    }

    /// @throws IllegalStateException where the reading has no requests
    Demand demand() {
        double rate = reading.count(Role.REQUESTS);
        if (!(rate > 0)) {
            throw new IllegalStateException("no requests");
        }
        if (threads().isEmpty()) {
            notKnown.add(new NotKnown(
                    "how many threads may serve requests",
                    "say it with --threads 200; " + setting(Role.THREADS_MAX) + " makes Spring Boot show Tomcat's"));
        }
        pools(rate);
        Optional<Integer> cpus = cpus(rate);
        return new Demand(
                rate,
                reading.busy() / rate,
                Math.min(reading.busy(), reading.amount(Role.POOL_WAIT)) / rate,
                Math.min(reading.busy(), waiting()) / rate,
                stations,
                cpus,
                rate * reading.seconds());
    }

    /// A request may ask another service while it has a connection: the larger of the two is known, not their sum.
    private double waiting() {
        return Math.max(reading.amount(Role.POOL_USE), reading.amount(Role.CLIENT));
    }

    private void pools(double rate) {
        List<Value> used = reading.of(Role.POOL_USE);
        if (used.isEmpty()) {
            notKnown.add(new NotKnown(
                    "what the service waits for while it has a thread: no pool of connections is shown",
                    "nothing, if it uses none; otherwise heddle predict PID, or a pool that shows its metrics"));
        }
        for (Value use : used) {
            Optional<Integer> size = size(use.name());
            if (size.isPresent()) {
                stations.add(new Station(Station.POOL, use.name(), size.orElseThrow(), use.amount() / rate));
            } else {
                notKnown.add(new NotKnown(
                        "how many connections " + use.name() + " has", "say it with --pool " + use.name() + "=10"));
            }
        }
        wish.pools().keySet().stream()
                .filter(name -> used.stream().noneMatch(use -> use.name().equals(name)))
                .sorted()
                .forEach(name -> notKnown.add(new NotKnown(
                        "a pool that is called " + name,
                        used.isEmpty()
                                ? "the source shows no pool"
                                : "the source shows "
                                        + String.join(
                                                ", ",
                                                used.stream().map(Value::name).toList()))));
        if (reading.of(Role.CLIENT).isEmpty()) {
            notKnown.add(new NotKnown(
                    "which other services it asks, and their own limits", "heddle race measures it with them"));
        }
    }

    private Optional<Integer> size(String pool) {
        return Optional.ofNullable(wish.pools().get(pool))
                .or(() -> reading.of(Role.POOL_MAX).stream()
                        .filter(most -> most.name().equals(pool))
                        .map(most -> (int) Math.round(most.amount()))
                        .filter(most -> most > 0)
                        .findFirst());
    }

    private Optional<Integer> cpus(double rate) {
        Optional<Integer> cpus = wish.cpus()
                .or(() -> reading.most(Role.CPUS).stream()
                        .mapToObj(most -> (int) Math.round(most))
                        .filter(most -> most > 0)
                        .findFirst());
        double seconds = reading.of(Role.CPU).isEmpty()
                ? reading.amount(Role.CPU_USAGE) * reading.most(Role.CPUS).orElse(0)
                : reading.amount(Role.CPU);
        if (cpus.isEmpty() || !(seconds > 0)) {
            notKnown.add(new NotKnown(
                    "how many processors the service has, or how much of them it uses", "say how many with --cpus 4"));
        } else {
            stations.add(new Station(Station.CPU, "", cpus.orElseThrow(), seconds / rate));
        }
        return cpus;
    }

    private static String setting(Role role) {
        return MetricNames.of(role)
                .map(MetricNames::setting)
                .filter(setting -> !setting.isEmpty())
                .findFirst()
                .orElse("");
    }
}
