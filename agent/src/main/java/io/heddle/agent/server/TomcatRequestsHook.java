package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.weave.CountAtEntry;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// Tomcat 8.5 to 11: counts a request where the connector hands it to the container. What comes back from asynchronous
/// processing takes another way in (`asyncDispatch`) and is not counted again.
public final class TomcatRequestsHook extends Hook {

    private static final String TARGET = "org/apache/catalina/connector/CoyoteAdapter";

    static {
        found(new TomcatRequestsHook());
    }

    private TomcatRequestsHook() {
        super("tomcat-requests", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(service(shape));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return CountAtEntry.into(next, service(shape));
    }

    private static String service(Shape shape) {
        return "service(L" + shape.sibling(TARGET, "org/apache/coyote/Request") + ";L"
                + shape.sibling(TARGET, "org/apache/coyote/Response") + ";)V";
    }
}
