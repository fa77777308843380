package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownRemediesTest {

    /// An uber jar has a release in its name, as a library has.
    @Test
    void whatALanguageCallsIsNoLibrary() {
        assertEquals(
                false,
                isLibrary(
                        "acme.tickets.handlers$save_BANG_.invoke",
                        "acme.tickets.main$app.invoke",
                        "clojure.lang.Var.invoke",
                        "acme.tickets.main$routes.invoke",
                        "org.eclipse.jetty.server.Server.handle"));
        assertEquals(
                true, isLibrary("org.acme.Pool.take", "com.shop.Orders.all", "org.eclipse.jetty.server.Server.handle"));
    }

    private static boolean isLibrary(String... stack) {
        String first = stack[0];
        int dot = first.lastIndexOf('.');
        Holder holder = new Holder(
                Cause.MONITOR,
                first.substring(0, dot),
                first.substring(dot + 1),
                1,
                "tickets-1.0.0.jar",
                1,
                1,
                1,
                0.5,
                Certainty.CONFIRMED,
                List.of(),
                List.of(stack),
                "");
        return new KnownRemedies().of(holder, 25).advice().startsWith("it is the code of a library");
    }
}
