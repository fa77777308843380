package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import io.heddle.net.Excerpt;
import java.util.List;
import java.util.Optional;

/// Which share of a backend's traffic goes to the canary, by the weights of two servers of HAProxy. The weights of a
/// percentage add up to 100.
public final class Split {

    private static final int ALL = 100;
    private static final String LOOK = "set the weights by hand, and look at HAProxy";

    private final AdminSocket haproxy;
    private final String backend;
    private final String baseline;
    private final String canary;

    private Split(AdminSocket haproxy, String backend, String baseline, String canary) {
        this.haproxy = haproxy;
        this.backend = backend;
        this.baseline = baseline;
        this.canary = canary;
    }

    /// The two servers that share a backend.
    ///
    /// @throws Failure when HAProxy has no such servers, or others take traffic beside them
    public static Split of(AdminSocket haproxy, Servers servers) throws InterruptedException {
        List<ServerState> all = ServerState.parse(haproxy.ask("show servers state"));
        List<ServerState> canaries = all.stream()
                .filter(server -> server.is(servers.canary()))
                .filter(server -> all.stream()
                        .anyMatch(other ->
                                other.is(servers.baseline()) && other.backend().equals(server.backend())))
                .toList();
        if (canaries.size() != 1) {
            throw new Failure(
                    (canaries.isEmpty() ? "no backend has" : "more than one backend has") + " the servers "
                            + servers.baseline().server() + " and "
                            + servers.canary().server() + "; HAProxy has "
                            + Excerpt.of(String.join(
                                    ", ",
                                    all.stream()
                                            .map(server -> server.backend() + "/" + server.name())
                                            .toList())),
                    "name them: --servers BACKEND/BASELINE,BACKEND/CANARY");
        }
        Split split = new Split(
                haproxy,
                canaries.getFirst().backend(),
                servers.baseline().server(),
                servers.canary().server());
        split.refuseOthers(all);
        return split;
    }

    private void refuseOthers(List<ServerState> all) {
        List<String> others = all.stream()
                .filter(server -> server.backend().equals(backend) && server.up() && server.weight() > 0)
                .map(ServerState::name)
                .filter(name -> !name.equals(baseline) && !name.equals(canary))
                .toList();
        if (!others.isEmpty()) {
            throw new Failure(
                    "other servers of backend " + backend + " take traffic too: "
                            + Excerpt.of(String.join(", ", others)),
                    "give the baseline and the canary a backend of their own, or set the others' weight to 0");
        }
    }

    /// What both servers have now.
    Weights weights() throws InterruptedException {
        List<ServerState> now = states();
        return new Weights(server(now, baseline).weight(), server(now, canary).weight());
    }

    /// Gives the canary such a share: both weights are set, or none. The server that gains weight gets it first, so
    /// that there is always one that takes traffic.
    ///
    /// @param percent 0 to 100
    /// @throws Failure when a server that is to take traffic is down, and nothing is changed then; or when HAProxy
    ///     refuses a weight: the sentence says what stands then
    void set(int percent) throws InterruptedException {
        List<ServerState> now = states();
        if (percent > 0) {
            refuseDown(server(now, canary));
        }
        if (percent < ALL) {
            refuseDown(server(now, baseline));
        }
        Weights before =
                new Weights(server(now, baseline).weight(), server(now, canary).weight());
        Weights wanted = Weights.ofPercent(percent);
        try {
            boolean more = percent >= before.percent();
            weight(more ? canary : baseline, more ? wanted.canary() : wanted.baseline());
            weight(more ? baseline : canary, more ? wanted.baseline() : wanted.canary());
            Weights found = weights();
            if (!found.equals(wanted)) {
                throw new Failure(
                        "HAProxy took the weights " + wanted.baseline() + " and " + wanted.canary() + ", and has "
                                + found.baseline() + " and " + found.canary() + " now",
                        "look who else sets the weights of backend " + backend);
            }
        } catch (Failure refused) {
            throw new Failure(refused.sentence() + "; " + undone(before), refused.next(), refused);
        } catch (InterruptedException e) {
            undone(before);
            throw e;
        }
    }

    /// Takes back what a step may have done.
    ///
    /// @return what stands now
    private String undone(Weights before) throws InterruptedException {
        attempt(canary, before.canary());
        attempt(baseline, before.baseline());
        try {
            Weights found = weights();
            return found.equals(before)
                    ? "the step was undone"
                    : "and does not take the step back: the weights are " + found.baseline() + " and " + found.canary()
                            + " now";
        } catch (Failure unreadable) {
            return "what stands now cannot be read";
        }
    }

    /// Sets the canary's weight to 0 and proves it by reading it. What HAProxy refuses of the baseline's weight does
    /// not keep it from that.
    ///
    /// @throws Failure when the canary takes traffic still, or nobody can say
    void withdraw() throws InterruptedException {
        Optional<Failure> ofBaseline = attempt(baseline, ALL);
        Optional<Failure> ofCanary = attempt(canary, 0);
        Weights found;
        try {
            found = weights();
        } catch (Failure unreadable) {
            throw new Failure(
                    "whether the canary is back at 0 % cannot be read: "
                            + ofCanary.map(Failure::sentence).orElse(unreadable.sentence()),
                    LOOK,
                    unreadable);
        }
        if (found.canary() != 0) {
            throw new Failure(
                    "the canary's weight is " + found.canary() + " still, beside the baseline's " + found.baseline()
                            + ofCanary.map(refused -> ": " + refused.sentence()).orElse(""),
                    LOOK);
        }
        if (found.baseline() == 0) {
            throw new Failure(
                    "the canary is back at 0 %, and the baseline's weight is 0 too: nobody takes traffic"
                            + ofBaseline
                                    .map(refused -> "; " + refused.sentence())
                                    .orElse(""),
                    LOOK);
        }
    }

    private Optional<Failure> attempt(String server, int weight) throws InterruptedException {
        try {
            weight(server, weight);
            return Optional.empty();
        } catch (Failure refused) {
            return Optional.of(refused);
        }
    }

    private void weight(String server, int weight) throws InterruptedException {
        String answer = Excerpt.of(haproxy.ask("set server " + backend + "/" + server + " weight " + weight));
        if (!answer.isEmpty()) {
            throw new Failure(
                    "HAProxy does not set the weight of " + backend + "/" + server + ": " + answer,
                    answer.contains("static")
                            ? "use 'balance roundrobin', 'leastconn' or 'hash-type consistent' in that backend"
                            : "give the socket 'level admin' in HAProxy's global section");
        }
    }

    private void refuseDown(ServerState server) {
        if (!server.up()) {
            throw new Failure(
                    backend + "/" + server.name() + " is down or draining, so that no traffic is moved to it",
                    "look at it, then start again");
        }
    }

    private List<ServerState> states() throws InterruptedException {
        return ServerState.parse(haproxy.ask("show servers state " + backend));
    }

    private ServerState server(List<ServerState> all, String name) {
        return all.stream()
                .filter(server ->
                        server.backend().equals(backend) && server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        "HAProxy has no server " + backend + "/" + name + " any more", "look at its configuration"));
    }
}
