package io.heddle.canary.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Who knows whether requests are at the canary now that it has not answered: its balancer, or its own gauge.
public sealed interface InFlight {

    /// What it says.
    ///
    /// @param sends whether requests are sent to it
    /// @param requests at it now
    /// @param words what is said of that
    record Now(boolean sends, double requests, String words) {}

    /// @param source `haproxy:SOCKET#BACKEND/SERVER` or `prometheus:URL#EXPRESSION`
    /// @param deadline after which no server is waited for
    /// @throws Failure when that is neither
    static InFlight of(String source, Deadline deadline) {
        int hash = source.indexOf('#');
        String place = hash < 0 ? "" : source.substring(source.indexOf(':') + 1, hash);
        if (!place.isEmpty() && hash + 1 < source.length()) {
            String name = source.substring(hash + 1);
            if (source.startsWith("haproxy:")) {
                return new Haproxy(new AdminSocket(Path.of(place)), Servers.name(name));
            }
            if (source.startsWith("prometheus:")) {
                return new Gauge(new PrometheusApi(place, deadline), name);
            }
        }
        throw new Failure(
                "--inflight does not take " + source,
                "write haproxy:/run/haproxy/admin.sock#BACKEND/SERVER, or"
                        + " prometheus:http://127.0.0.1:9090#sum(http_server_requests_active{arm=\"new\"})");
    }

    /// @throws Failure when nobody answers
    Now ask() throws InterruptedException;

    /// Its line of HAProxy's `show stat`: state, weight, and requests at the server or queued for it. See "9.1. CSV
    /// format" of HAProxy's management guide.
    record Haproxy(AdminSocket admin, Servers.Name server) implements InFlight {

        private static final List<String> COLUMNS = List.of("pxname", "svname", "qcur", "scur", "status", "weight");

        @Override
        public Now ask() throws InterruptedException {
            List<String> lines = admin.ask("show stat").lines().toList();
            List<String> names = lines.isEmpty() || !lines.getFirst().startsWith("# ")
                    ? List.of()
                    : Arrays.asList(lines.getFirst().substring(2).split(",", -1));
            if (!names.containsAll(COLUMNS)) {
                throw new Failure(
                        "HAProxy does not tell its statistics", "name its admin socket: stats socket PATH level user");
            }
            List<Map<String, String>> found = lines.stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(fields -> fields.length >= names.size())
                    .map(fields -> IntStream.range(0, names.size())
                            .boxed()
                            .collect(Collectors.toMap(names::get, i -> fields[i], (first, second) -> first)))
                    .filter(row -> server.server().equals(row.get("svname"))
                            && server.backend()
                                    .map(name -> name.equals(row.get("pxname")))
                                    .orElse(true))
                    .toList();
            if (found.size() != 1) {
                throw new Failure(
                        "HAProxy has " + (found.isEmpty() ? "no" : "more than one") + " server " + server.server(),
                        "name it as its configuration does: #BACKEND/SERVER");
            }
            return now(found.getFirst());
        }

        private Now now(Map<String, String> row) {
            String status = row.getOrDefault("status", "");
            int weight = number(row.getOrDefault("weight", ""));
            int requests = number(row.getOrDefault("scur", "")) + number(row.getOrDefault("qcur", ""));
            boolean sends = weight > 0 && (status.startsWith("UP") || status.startsWith("no check"));
            return new Now(
                    sends,
                    requests,
                    "HAProxy "
                            + (sends
                                    ? "sends to it with weight " + weight
                                    : "does not send to it (" + status + ", weight " + weight + ")")
                            + ", and has " + requests
                            + (requests == 1 ? " request" : " requests") + " there");
        }

        private static int number(String text) {
            return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
        }
    }

    /// A number of requests that a Prometheus server tells. A gauge above 0 is a request that was sent.
    record Gauge(PrometheusApi api, String expression) implements InFlight {

        @Override
        public Now ask() {
            double requests = 0;
            for (JsonNode series : api.now(expression)) {
                requests += series.path("value").path(1).asDouble(0);
            }
            return new Now(
                    requests > 0, requests, String.format(Locale.ROOT, "its gauge has %.0f requests there", requests));
        }
    }
}
