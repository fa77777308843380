package io.heddle.race.arm;

import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.race.load.Answer;
import io.heddle.race.load.HeaderField;

/// Why a request that is answered, but not well, is not raced.
public final class BadAnswer {

    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_ERROR = 400;

    private BadAnswer() {}

    /// @param where the request, for a sentence
    /// @param lookAtOutput where the target says why
    public static Failure of(String where, Answer answer, String lookAtOutput) {
        if (answer.status() == NOT_MODIFIED) {
            return new Failure(
                    where + " answers 304: a race of what a client has already says nothing",
                    "leave the headers If-None-Match and If-Modified-Since out; if it is what you want to race, --accept 304");
        }
        boolean redirection = answer.status() < FIRST_ERROR;
        return redirection
                ? new Failure(
                        where + " answers " + answer.status() + leadsTo(answer)
                                + ": a race of redirections says nothing",
                        "name where it leads with --path, or log in with --header 'Cookie: …'; if it is what you want to race, --accept 3xx")
                : new Failure(
                        where + " answers " + answer.status() + ": a race of error pages says nothing",
                        switch (answer.status()) {
                            case 401, 403 -> "give what it asks for with --header 'Authorization: …'";
                            case 404 -> "give an existing path with --path, or correct the file of --requests";
                            default -> lookAtOutput;
                        },
                        new TargetFault("status " + answer.status()));
    }

    /// Without query and path parameters, which may hold a session.
    private static String leadsTo(Answer answer) {
        return answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("location"))
                .map(HeaderField::value)
                .map(value -> " to " + Redaction.text(value.split("[?;#]", 2)[0]))
                .findFirst()
                .orElse("");
    }
}
