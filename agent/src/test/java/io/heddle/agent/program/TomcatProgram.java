package io.heddle.agent.program;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;

/// A service on whatever embedded Tomcat the class path holds: names no servlet type, so that one class file runs on `javax` and on
/// `jakarta`. Answers with the thread that it ran on. Prints its port.
public final class TomcatProgram {

    private TomcatProgram() {
    }

    /// @param arguments protocol class, or nothing for Tomcat's own choice
    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("heddle-tomcat").toString());
        org.apache.catalina.connector.Connector connector =
                new org.apache.catalina.connector.Connector(arguments.length == 0 ? "HTTP/1.1" : arguments[0]);
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        tomcat.getService().addConnector(connector);
        tomcat.setConnector(connector);
        tomcat.getEngine().getPipeline().addValve(new Answer());
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
            String text = Program.answer(request.getRequestURI());
            response.setContentLength(text.length());
            response.getWriter().print(text);
        }
    }
}
