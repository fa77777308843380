package io.heddle.agent.program;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
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

    private JettyProgram() {}

    /// @param arguments priority of its threads, or nothing
    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(40);
        pool.setName("jetty-pool");
        pool.setThreadsPriority(arguments.length == 0 ? Thread.NORM_PRIORITY : Integer.parseInt(arguments[0]));
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
            JettyCall call = new JettyCall(request, response, callback);
            Program.serve(call);
            if (!call.path().equals("/later")) {
                call.end();
            }
            return true;
        }
    }

    private static final class JettyCall implements Call {

        private final Request request;
        private final Response response;
        private final Callback callback;
        private final PrintWriter out;

        JettyCall(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.out = new PrintWriter(Content.Sink.asOutputStream(response), false, StandardCharsets.ISO_8859_1);
        }

        void end() {
            out.close();
            callback.succeeded();
        }

        @Override
        public String path() {
            return Request.getPathInContext(request);
        }

        @Override
        public Reader in() {
            return new InputStreamReader(Content.Source.asInputStream(request), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void begin(int status, String header, String value, int length) {
            response.setStatus(status);
            response.getHeaders().put(header, value);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            if (length >= 0) {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
            }
        }

        @Override
        public PrintWriter out() throws IOException {
            return out;
        }

        @Override
        public void later(Runnable rest) {
            new Thread(() -> {
                        rest.run();
                        end();
                    })
                    .start();
        }
    }
}
