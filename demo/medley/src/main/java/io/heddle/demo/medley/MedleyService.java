package io.heddle.demo.medley;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/// A service on embedded Tomcat with 50 threads, on loopback, each of whose paths has one account that is known:
///
/// | path | what a request does | what limits it |
/// |---|---|---|
/// | `/fine` | sleeps 50 ms | the threads |
/// | `/users` | holds one of the 10 connections of pool `alpha` for 30 ms | the pool: 333 a second |
/// | `/orders` | hands on a task that holds one of the 5 connections of pool `beta` for 40 ms | the pool: 125 a second
/// |
/// | `/permit` | holds one of 8 permits for 25 ms | 320 a second |
/// | `/lock` | holds one lock for 10 ms | 100 a second |
/// | `/pin` | holds a monitor of its own for 20 ms | up to JDK 23 the carriers: 20 ms each |
/// | `/ledger` | the same for 30 ms, behind a proxy of the JDK | likewise |
/// | `/native` | sleeps 30 ms in native code, within a proxy of the JDK | the carriers on any JDK: 30 ms each |
/// | `/far` | asks another process, which serves 20 at once and takes 50 ms | 400 a second |
/// | `/cpu` | computes for some milliseconds | the processors |
/// | `/breaks` | answers 503 when more than 5 are at work | breaks under any load of more |
/// | `/tenant` | answers in the name of the tenant that the pool's threads know | its answers change with the threads |
///
/// Options: `--server.port=N` (0, the default, takes a free one). Prints `listening on PORT`.
public final class MedleyService {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String THREADS = "50";

    private MedleyService() {}

    /// @param arguments see the class
    public static void main(String[] arguments) throws Exception {
        Databases databases = new Databases();
        Limits limits = new Limits();
        Ledger ledger = Proxied.of(Ledger.class, new MonitorLedger());
        Ledger device = NativeLedger.behindProxy();
        try (Remote remote = new Remote(20, 50)) {
            Tomcat tomcat = new Tomcat();
            Path base = Files.createTempDirectory("medley");
            tomcat.setBaseDir(base.toString());
            tomcat.setHostname(LOOPBACK);
            tomcat.setPort(port(List.of(arguments)));
            tomcat.getConnector().setProperty("address", LOOPBACK);
            tomcat.getConnector().setProperty("maxThreads", THREADS);
            Context context = tomcat.addContext("", base.toString());
            serve(context, "/fine", response -> Thread.sleep(50));
            serve(context, "/users", response -> databases.hold(databases.alpha(), 30));
            serve(context, "/orders", response -> databases.handOn(databases.beta(), 40));
            serve(context, "/permit", response -> limits.permitted());
            serve(context, "/lock", response -> limits.locked());
            serve(context, "/pin", response -> new MonitorLedger().post(20));
            serve(context, "/ledger", response -> ledger.post(30));
            serve(context, "/native", response -> device.post(30));
            serve(context, "/far", response -> remote.call());
            serve(context, "/cpu", response -> Grinder.grind(600_000));
            serve(context, "/breaks", limits::few);
            serve(context, "/tenant", Tenants::answer);
            tomcat.start();
            System.out.println("listening on " + tomcat.getConnector().getLocalPort());
            tomcat.getServer().await();
        }
    }

    private static void serve(Context context, String path, Work work) {
        Tomcat.addServlet(context, path, new WorkServlet(work));
        context.addServletMappingDecoded(path, path);
    }

    private static int port(List<String> options) {
        String start = "--server.port=";
        return options.stream()
                .filter(option -> option.startsWith(start))
                .map(option -> Integer.parseInt(option.substring(start.length())))
                .findFirst()
                .orElse(0);
    }
}
