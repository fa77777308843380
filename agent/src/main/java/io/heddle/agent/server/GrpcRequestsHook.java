package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.weave.CountAtEntry;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// gRPC-java: counts a call where the client's last message is handed to the service, which is where a unary call's
/// method runs. The service's executor is a pool of the JDK, and needs no hook of its own.
public final class GrpcRequestsHook extends Hook {

    private static final String HALF_CLOSED = "halfClosed()V";

    static {
        found(new GrpcRequestsHook());
    }

    private GrpcRequestsHook() {
        super("grpc-requests", "io/grpc/internal/ServerCallImpl$ServerStreamListenerImpl");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(HALF_CLOSED);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return CountAtEntry.into(next, HALF_CLOSED);
    }
}
