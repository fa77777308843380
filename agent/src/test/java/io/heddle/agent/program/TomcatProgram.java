package io.heddle.agent.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardThreadExecutor;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;

/// A service on whatever embedded Tomcat the class path holds: names no servlet type, so that one class file runs on
/// `javax` and on `jakarta`. Prints its port.
public final class TomcatProgram {

    private TomcatProgram() {}

    /// @param arguments protocol class, or `shared` for an `<Executor>`, or nothing for Tomcat's own choice;
    ///     perhaps its threads' priority
    public static void main(String[] arguments) throws Exception {
        String choice = arguments.length == 0 ? "HTTP/1.1" : arguments[0];
        boolean shared = choice.equals("shared");
        Tomcat tomcat = new Tomcat();
        String folder = Files.createTempDirectory("heddle-tomcat").toString();
        tomcat.setBaseDir(folder);
        Connector connector = new Connector(shared ? "HTTP/1.1" : choice);
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        if (arguments.length > 1) {
            connector.setProperty("threadPriority", arguments[1]);
        }
        if (shared) {
            StandardThreadExecutor executor = new StandardThreadExecutor();
            executor.setName("shared");
            executor.setNamePrefix("shared-exec-");
            executor.setMaxThreads(9);
            executor.setMinSpareThreads(2);
            executor.setThreadPriority(arguments.length > 1 ? Integer.parseInt(arguments[1]) : Thread.NORM_PRIORITY);
            executor.setDaemon(false); // else the JVM may end before the work does, in either arm
            tomcat.getService().addExecutor(executor);
            connector
                    .getProtocolHandler()
                    .getClass()
                    .getMethod("setExecutor", java.util.concurrent.Executor.class)
                    .invoke(connector.getProtocolHandler(), executor);
        }
        tomcat.getService().addConnector(connector);
        tomcat.setConnector(connector);
        tomcat.addContext("", folder).getPipeline().addValve(new Answer());
        tomcat.start();
        System.out.println("port " + connector.getLocalPort());
        Program.untilInputEnds();
        tomcat.stop();
        tomcat.destroy();
    }

    private static final class Answer extends ValveBase {

        Answer() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException {
            Program.serve(new TomcatCall(request, response));
        }
    }

    private record TomcatCall(Request request, Response response) implements Call {

        @Override
        public String path() {
            return request.getRequestURI();
        }

        @Override
        public Reader in() throws IOException {
            return request.getReader();
        }

        @Override
        public void begin(int status, String header, String value, int length) {
            response.setStatus(status);
            response.setContentType("text/plain;charset=ISO-8859-1");
            response.setHeader(header, value);
            if (length >= 0) {
                response.setContentLength(length);
            }
        }

        @Override
        public PrintWriter out() throws IOException {
            return response.getWriter();
        }

        /// By reflection: the type of the result is `javax` or `jakarta`.
        @Override
        public void later(Runnable rest) {
            try {
                request.setAsyncSupported(true);
                Object async = Request.class.getMethod("startAsync").invoke(request);
                new Thread(() -> {
                            rest.run();
                            try {
                                async.getClass().getMethod("complete").invoke(async);
                            } catch (ReflectiveOperationException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .start();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
