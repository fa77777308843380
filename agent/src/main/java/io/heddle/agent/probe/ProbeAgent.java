package io.heddle.agent.probe;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/// What the JVM calls when watch loads the agent into a running target: starts one probe, and lets it be read and
/// ended as a managed bean.
public final class ProbeAgent {

    private ProbeAgent() {}

    /// Starts a probe, or does nothing where one runs.
    ///
    /// @param arguments the period in milliseconds
    public static synchronized void agentmain(String arguments) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName(ProbeControlMBean.NAME);
        if (!server.isRegistered(name)) {
            server.registerMBean(new ProbeControl(Long.parseLong(arguments) * 1_000_000), name);
        }
    }
}
