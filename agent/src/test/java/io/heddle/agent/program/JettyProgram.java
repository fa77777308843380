package io.heddle.agent.program;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A service on whatever Jetty 12 the class path holds. Answers with the thread that it ran on. Prints its port.
public final class JettyProgram {

    private JettyProgram() {
    }

    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(40);
        pool.setName("jetty-pool");
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answer());
        server.start();
        System.out.println("port " + connector.getLocalPort());
        Program.untilInputEnds();
        server.stop();
    }

    private static final class Answer extends Handler.Abstract {

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            byte[] text = Program.answer(Request.getPathInContext(request)).getBytes(StandardCharsets.US_ASCII);
            Content.Sink.write(response, true, ByteBuffer.wrap(text));
            callback.succeeded();
            return true;
        }
    }
}
