package io.heddle.agent.hook;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Requests;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/// Tomcat 8.5 to 11: counts a request where the connector hands it to the container. What comes back from asynchronous processing
/// takes another way in (`asyncDispatch`) and is not counted again.
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
        return Adapter.into(next, service(shape));
    }

    private static String service(Shape shape) {
        return "service(L" + shape.sibling(TARGET, "org/apache/coyote/Request") + ";L"
                + shape.sibling(TARGET, "org/apache/coyote/Response") + ";)V";
    }

    private static final class Adapter extends Weaver {

        private final String service;

        private Adapter(ClassVisitor next, String service) {
            super(next, 1);
            this.service = service;
        }

        static ClassVisitor into(ClassVisitor next, String service) {
            return new Adapter(next, service);
        }

        @Override
        MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(service) ? next : new AtEntry(next) {
                @Override
                void code(MethodVisitor to) {
                    call(to, Requests.class, "dispatched", "()V");
                }
            };
        }
    }
}
