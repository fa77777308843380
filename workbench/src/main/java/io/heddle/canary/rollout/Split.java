package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import java.util.List;

/// Which share of a backend's traffic goes to the canary, by the weights of two servers of HAProxy. The weights of a
/// percentage add up to 100.
public final class Split {

    private static final int ALL = 100;

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
                            + String.join(
                                    ", ",
                                    all.stream()
                                            .map(server -> server.backend() + "/" + server.name())
                                            .toList()),
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
                    "other servers of backend " + backend + " take traffic too: " + String.join(", ", others),
                    "give the baseline and the canary a backend of their own, or set the others' weight to 0");
        }
    }

    /// The canary's share now, in percent.
    public int percent() throws InterruptedException {
        int known = server(baseline).weight();
        int tried = server(canary).weight();
        return known + tried == 0 ? 0 : Math.round(100f * tried / (known + tried));
    }

    /// Gives the canary such a share. The server that gains weight gets it first, so that there is always one that
    /// takes traffic.
    ///
    /// @param percent 0 to 100
    /// @throws Failure when a server that is to take traffic is down, and nothing is changed then; or when HAProxy
    ///     refuses
    void set(int percent) throws InterruptedException {
        if (percent > 0) {
            refuseDown(canary);
        }
        if (percent < ALL) {
            refuseDown(baseline);
        }
        if (percent >= percent()) {
            weight(canary, percent);
            weight(baseline, ALL - percent);
        } else {
            weight(baseline, ALL - percent);
            weight(canary, percent);
        }
        if (server(canary).weight() != percent || server(baseline).weight() != ALL - percent) {
            throw new Failure(
                    "HAProxy took the weights " + (ALL - percent) + " and " + percent + ", and has others now",
                    "look who else sets the weights of backend " + backend);
        }
    }

    private void weight(String server, int weight) throws InterruptedException {
        String answer = haproxy.ask("set server " + backend + "/" + server + " weight " + weight);
        if (!answer.isEmpty()) {
            throw new Failure(
                    "HAProxy does not set the weight of " + backend + "/" + server + ": " + answer,
                    answer.contains("static")
                            ? "use 'balance roundrobin', 'leastconn' or 'hash-type consistent' in that backend"
                            : "give the socket 'level admin' in HAProxy's global section");
        }
    }

    private void refuseDown(String server) throws InterruptedException {
        if (!server(server).up()) {
            throw new Failure(
                    backend + "/" + server + " is down or draining, so that no traffic is moved to it",
                    "look at it, then start again");
        }
    }

    private ServerState server(String name) throws InterruptedException {
        return ServerState.parse(haproxy.ask("show servers state " + backend)).stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        "HAProxy has no server " + backend + "/" + name + " any more", "look at its configuration"));
    }
}
