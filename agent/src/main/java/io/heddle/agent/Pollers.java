package io.heddle.agent;

/// How virtual threads of this JVM wait for sockets, by the platform threads that `sun.nio.ch.Poller` starts when the
/// first one does. The property `jdk.pollerMode` alone proves nothing: JDK 21 ignores it.
final class Pollers {

    private final PlatformThreads threads;

    Pollers(PlatformThreads threads) {
        this.threads = threads;
    }

    /// As the JDK calls its modes: `system-threads`, `vthread-pollers` or `poller-per-carrier`; empty while no virtual
    /// thread has waited for a socket.
    String mode() {
        String mode = "";
        for (String name : threads.names()) {
            if (name.equals("MasterPoller") || name.equals("Master-Poller")) {
                return "3".equals(System.getProperty("jdk.pollerMode")) ? "poller-per-carrier" : "vthread-pollers";
            }
            if (name.startsWith("Read-Poller")) {
                mode = "system-threads";
            }
        }
        return mode;
    }
}
