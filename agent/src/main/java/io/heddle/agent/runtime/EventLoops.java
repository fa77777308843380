package io.heddle.agent.runtime;

import java.util.HashSet;
import java.util.Set;

/// Servers whose requests run on an event loop, each reported once.
public final class EventLoops {

    /// Connections that are looked at: their stacks are costly, and one set of them tells all.
    private static final int MOST = 100;

    /// Beginning of the class that sets connections up, and what its server is called.
    private static final String[][] SERVERS = {
        {"reactor.netty.", "Reactor Netty"},
        {"io.vertx.", "Vert.x"},
        {"io.micronaut.", "Micronaut on Netty"},
        {"com.linecorp.armeria.", "Armeria"},
        {"ratpack.", "Ratpack"},
        {"play.", "Play on Netty"},
    };

    private static final Set<String> SEEN = new HashSet<>();
    private static int looked;

    private EventLoops() {}

    /// The current thread sets up a connection whose requests it will run.
    ///
    /// @param netty package that Netty's classes are in, with its last dot
    public static void connected(String netty) {
        Thread thread = Thread.currentThread();
        synchronized (SEEN) {
            if (thread.isVirtual() || ++looked > MOST) {
                return;
            }
            String by = caller(netty);
            if (SEEN.add(by.concat(" ").concat(thread.getClass().getName()))) {
                Reports.add(new EventLoop(title(by), by, thread.getClass().getName(), thread.getName()));
            }
        }
    }

    /// The class that called Netty's, or made its decoder.
    private static String caller(String netty) {
        String own = EventLoops.class.getName();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (!frame.getClassName().startsWith(netty) && !frame.getClassName().startsWith(own)) {
                return frame.getClassName();
            }
        }
        return "";
    }

    private static String title(String by) {
        for (String[] known : SERVERS) {
            if (by.startsWith(known[0])) {
                return known[1];
            }
        }
        return "Netty";
    }

    private record EventLoop(String server, String by, String threadClass, String thread) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("event-loop")
                    .put("server", server)
                    .put("class", by)
                    .put("threadClass", threadClass)
                    .put("thread", thread);
        }
    }
}
