package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.weave.CountAtEntry;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// Helidon 4.2 and newer: counts a request where it is routed. Helidon's threads are virtual by themselves, which is
/// seen and left.
public final class HelidonRequestsHook extends Hook {

    private static final String TARGET = "io/helidon/webserver/http/HttpRoutingImpl";
    private static final String ROUTE =
            "route(Lio/helidon/webserver/ConnectionContext;Lio/helidon/webserver/http/RoutingRequest;"
                    + "Lio/helidon/webserver/http/RoutingResponse;)V";

    static {
        found(new HelidonRequestsHook());
    }

    private HelidonRequestsHook() {
        super("helidon-requests", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(shape.moved(TARGET, ROUTE));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return CountAtEntry.into(next, shape.moved(TARGET, ROUTE));
    }
}
