package io.heddle.agent.probe;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/// Starts a probe for one watcher, and lets it be read and ended as a managed bean. Two watchers at once have a probe
/// each.
public final class ProbeAgent {

    private ProbeAgent() {}

    /// @param arguments the period in milliseconds, a comma, and the watcher's name: letters, digits and dashes
    public static void agentmain(String arguments) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        int comma = arguments.indexOf(',');
        ObjectName name = new ObjectName(ProbeControlMBean.NAME + arguments.substring(comma + 1));
        long period = Long.parseLong(arguments.substring(0, comma)) * 1_000_000;
        server.registerMBean(new ProbeControl(name, period), name);
    }
}
