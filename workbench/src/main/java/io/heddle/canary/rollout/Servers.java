package io.heddle.canary.rollout;

import io.heddle.model.Failure;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which two servers of HAProxy share the traffic.
public record Servers(Name baseline, Name canary) {

    /// What HAProxy takes as a name. It also keeps a second command out of the first.
    private static final Pattern FORM = Pattern.compile("(?:([\\w.:-]+)/)?([\\w.:-]+)");

    /// @param backend empty where one backend alone has such a server
    public record Name(Optional<String> backend, String server) {}

    /// @param baseline such as `platform` or `shop/platform`
    /// @throws Failure when that is no name
    public static Servers of(String baseline, String canary) {
        if (baseline.equals(canary)) {
            throw new Failure("baseline and canary are both " + canary, "name two servers of one backend");
        }
        return new Servers(name(baseline), name(canary));
    }

    /// @throws Failure when that is no name
    static Name name(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new Failure("'" + text + "' is no server of HAProxy", "write it as BACKEND/SERVER");
        }
        return new Name(Optional.ofNullable(matcher.group(1)), matcher.group(2));
    }
}
