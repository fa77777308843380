package io.heddle.race.plan;

import io.heddle.model.Failure;
import io.heddle.model.Figures;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A pool, or anything else that lets so many requests through at once, that the user knows of and the agent cannot
/// see: a downstream's own limit, a semaphore of one's own.
///
/// @param name how reports call it
/// @param size at least 1
/// @param holdMillis how long a request holds one, above 0; empty means for as long as it takes, which is the
///     most that it can be
public record ToldPool(String name, int size, OptionalDouble holdMillis) {

    private static final Pattern FORM =
            Pattern.compile("(?<name>[^=]*\\S[^=]*)=(?<size>\\d{1,7})(?:/(?<hold>\\d+(?:\\.\\d+)?)(?<unit>ms|s))?");

    /// @throws Failure if it is not written as `NAME=SIZE` or `NAME=SIZE/TIME`
    public static ToldPool parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || Integer.parseInt(form.group("size")) == 0) {
            throw new Failure(
                    "--pool takes NAME=SIZE",
                    "give one such as --pool orders-db=20, or --pool orders-db=20/100ms where a request holds one for less than it takes");
        }
        OptionalDouble hold = form.group("hold") == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(form.group("hold"))
                        * (form.group("unit").equals("s") ? 1_000 : 1));
        if (hold.isPresent() && hold.getAsDouble() == 0) {
            throw new Failure(
                    "--pool " + form.group("name") + " is held for no time",
                    "leave the time out where it is not known");
        }
        return new ToldPool(form.group("name").strip(), Integer.parseInt(form.group("size")), hold);
    }

    /// Requests a second that it lets through.
    ///
    /// @param serviceMillis how long a request takes
    public double bound(double serviceMillis) {
        return size / holdMillis.orElse(serviceMillis) * 1_000;
    }

    public String why(double serviceMillis) {
        return size + " told / " + Figures.millis(holdMillis.orElse(serviceMillis))
                + (holdMillis.isPresent() ? "" : ", if held for the whole request");
    }

    /// That a request holds one for as long as it takes is a guess; more requests than that allows show that it
    /// does not. Then it says nothing, but how long it is held at most.
    ///
    /// @param throughput measured, requests a second
    /// @return what to tell
    public String refuted(double throughput) {
        return String.format(
                Locale.ROOT,
                "pool %s (told: %d) is held for less than the whole request, %s at most, and bounds nothing here; --pool %s=%d/TIME says for how long",
                name,
                size,
                Figures.millis(size / throughput * 1_000),
                name,
                size);
    }

    /// Whether a throughput shows that the guess is wrong.
    public boolean refutedBy(double throughput, double serviceMillis, double tolerance) {
        return holdMillis.isEmpty() && throughput > tolerance * bound(serviceMillis);
    }
}
