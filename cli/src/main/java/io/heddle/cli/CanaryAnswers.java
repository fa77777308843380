package io.heddle.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.heddle.cli.CanaryServer.Answer;
import io.heddle.cli.CanaryServer.Asked;
import io.heddle.model.Canary;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.canary.CanaryHtml;
import io.heddle.report.canary.CanaryJson;
import io.heddle.report.canary.KayentaJson;
import io.heddle.report.canary.KayentaJson.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What `canary serve` answers to whom: people, Argo Rollouts, Flagger, and whoever makes Kayenta's three calls. It
/// depends on the last look, and on what the address itself says.
final class CanaryAnswers implements Function<Asked, Answer> {

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CANARY = "/canary/";
    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    /// Flagger takes 200 to 202 as yes, and repeats a request after 500 and above alone.
    private static final int NO = 409;
    private static final int UNAVAILABLE = 503;

    /// One request of each kind that is answered.
    static final List<Asked> KINDS = List.of(
            new Asked("GET", "/", ""),
            new Asked("GET", "/v1/verdict", ""),
            new Asked("POST", "/flagger/rollout", "{}"),
            new Asked("POST", CANARY + KayentaJson.NAME, "{}"),
            new Asked("GET", CANARY + KayentaJson.NAME + "-95-75", ""),
            new Asked("GET", "/canaryConfig", ""));

    private final Supplier<CanaryLooks.Seen> looks;
    private final List<String> command;
    private volatile Rendered rendered;

    private record Rendered(Canary seen, Answer answer) {}

    /// @param looks the last look; never waits
    /// @param command Heddle's own command line, without secrets
    CanaryAnswers(Supplier<CanaryLooks.Seen> looks, List<String> command) {
        this.looks = looks;
        this.command = command;
        Canary first = looks.get().canary();
        rendered = new Rendered(first, json(CanaryJson.tree(first, Heddle.version())));
    }

    @Override
    public Answer apply(Asked asked) {
        String path = asked.path();
        return switch (path) {
            case "/" -> reads(asked).orElseGet(this::page);
            case "/v1/verdict" -> reads(asked).orElseGet(() -> whenSeen(this::verdict));
            case "/flagger/rollout" -> flagger(asked, seen -> seen.kind() != Canary.Kind.FAIL);
            case "/flagger/confirm-promotion" -> flagger(asked, seen -> seen.kind() == Canary.Kind.PASS);
            case "/flagger/rollback" -> flagger(asked, seen -> seen.kind() == Canary.Kind.FAIL);
            case "/canaryConfig" -> reads(asked).orElseGet(() -> json(KayentaJson.configs()));
            case CANARY + KayentaJson.NAME -> posts(asked).orElseGet(() -> start(asked));
            default -> path.startsWith(CANARY) ? result(asked) : error(NOT_FOUND, "there is nothing at this address");
        };
    }

    /// Written once a look.
    private Answer verdict(Canary seen) {
        Rendered known = rendered;
        if (!known.seen().equals(seen)) {
            known = new Rendered(seen, json(CanaryJson.tree(seen, Heddle.version())));
            rendered = known;
        }
        return known.answer();
    }

    private Answer page() {
        CanaryLooks.Seen seen = looks.get();
        return new Answer(OK, HTML, CanaryHtml.render(seen.canary(), seen.trouble(), Heddle.version(), command));
    }

    private Answer flagger(Asked asked, Function<Canary, Boolean> yes) {
        return posts(asked)
                .orElseGet(() -> whenSeen(seen -> new Answer(
                        yes.apply(seen) ? OK : NO, TEXT, Formats.spelled(seen.kind()) + ": " + seen.reason() + "\n")));
    }

    private Answer start(Asked asked) {
        return Thresholds.read(asked.body())
                .map(thresholds -> json(KayentaJson.started(thresholds)))
                .orElseGet(() -> error(
                        BAD,
                        "the body is no JSON object whose thresholds are whole numbers, marginal above 0 and pass at most"
                                + " 100"));
    }

    private Answer result(Asked asked) {
        return reads(asked)
                .orElseGet(() -> Thresholds.ofId(asked.path().substring(CANARY.length()))
                        .map(thresholds -> whenSeen(seen -> json(KayentaJson.result(seen, thresholds))))
                        .orElseGet(() -> error(NOT_FOUND, "there is no such configuration or execution")));
    }

    /// A verdict that nobody renews is none: a controller must not promote by it.
    private Answer whenSeen(Function<Canary, Answer> answer) {
        CanaryLooks.Seen seen = looks.get();
        return seen.trouble().map(trouble -> error(UNAVAILABLE, trouble)).orElseGet(() -> answer.apply(seen.canary()));
    }

    private static Optional<Answer> reads(Asked asked) {
        return asked.method().equals("GET") || asked.method().equals("HEAD")
                ? Optional.empty()
                : Optional.of(error(WRONG_METHOD, "this address takes GET"));
    }

    private static Optional<Answer> posts(Asked asked) {
        return asked.method().equals("POST")
                ? Optional.empty()
                : Optional.of(error(WRONG_METHOD, "this address takes POST"));
    }

    private static Answer json(JsonNode tree) {
        return new Answer(OK, JSON, Json.write(tree));
    }

    /// In JSON too: Argo Rollouts takes any other body as a success.
    static Answer error(int status, String sentence) {
        return new Answer(
                status, JSON, Json.write(JsonNodeFactory.instance.objectNode().put("error", sentence)));
    }
}
