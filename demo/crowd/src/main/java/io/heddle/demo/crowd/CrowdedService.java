package io.heddle.demo.crowd;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/// A service on embedded Tomcat. `/remote` calls a downstream, a process of its own, that serves so many requests at
/// once and lets the others wait; `/hold` keeps a megabyte while it waits for somebody. Neither limits how many
/// requests do so.
///
/// Options, each `--name=value`: `--server.port` (0, the default, takes a free one), `--places` of the downstream
/// (default 50), `--millis` that a request waits, there or here (default 200). It listens on loopback only and prints
/// `listening on PORT`.
public final class CrowdedService {

    private static final String LOOPBACK = "127.0.0.1";

    private CrowdedService() {}

    /// @param arguments options
    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        int millis = Integer.parseInt(option(options, "millis", "200"));
        try (Remote remote = new Remote(Integer.parseInt(option(options, "places", "50")), millis)) {
            Tomcat tomcat = new Tomcat();
            Path base = Files.createTempDirectory("crowd");
            tomcat.setBaseDir(base.toString());
            tomcat.setHostname(LOOPBACK);
            tomcat.setPort(Integer.parseInt(option(options, "server.port", "0")));
            tomcat.getConnector().setProperty("address", LOOPBACK);
            Context context = tomcat.addContext("", base.toString());
            add(context, "/remote", new RemoteServlet(remote));
            add(context, "/hold", new HoldServlet(millis));
            tomcat.start();
            System.out.println("listening on " + tomcat.getConnector().getLocalPort());
            tomcat.getServer().await();
        }
    }

    private static void add(Context context, String path, HttpServlet servlet) {
        Tomcat.addServlet(context, path, servlet);
        context.addServletMappingDecoded(path, path);
    }

    private static String option(List<String> options, String name, String otherwise) {
        String prefix = "--" + name + "=";
        return options.stream()
                .filter(option -> option.startsWith(prefix))
                .map(option -> option.substring(prefix.length()))
                .findFirst()
                .orElse(otherwise);
    }

    private static final class RemoteServlet extends HttpServlet {

        private static final long serialVersionUID = 1;

        private final transient Remote remote;

        RemoteServlet(Remote remote) {
            this.remote = remote;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter().write(remote.call());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            }
        }
    }

    private static final class HoldServlet extends HttpServlet {

        private static final long serialVersionUID = 1;
        private static final int CHUNKS = 16;
        private static final int CHUNK = 64 << 10;

        private final int millis;

        HoldServlet(int millis) {
            this.millis = millis;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[][] page = new byte[CHUNKS][CHUNK];
            try {
                Thread.sleep(millis);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            // whoever is asked for the page needs it until now
            page[(int) (System.nanoTime() & (CHUNKS - 1))][0] = 1;
            response.getWriter().write("held " + page.length * CHUNK + " bytes\n");
        }
    }
}
