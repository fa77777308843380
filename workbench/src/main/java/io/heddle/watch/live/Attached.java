package io.heddle.watch.live;

import io.heddle.attach.TargetJvm;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/// A connection to a JVM of the same user on the same machine, by its own means: nothing is loaded into it, and it
/// prints nothing.
final class Attached implements AutoCloseable {

    static {
        // Milliseconds. Else a call into a process that is paused just then waits for ever; read once, when
        // RMI starts.
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", "120000");
    }

    private final TargetJvm jvm;
    private final Properties properties;
    private final JMXConnector connector;
    private final Answers answers;
    private final MBeanServerConnection beans;

    private Attached(TargetJvm jvm, Properties properties, JMXConnector connector, MBeanServerConnection beans) {
        this.jvm = jvm;
        this.properties = properties;
        this.connector = connector;
        this.answers = new Answers(beans);
        this.beans = answers.connection();
    }

    /// @throws Failure when there is no such process, it is not ours, no JVM, too old, paused, or refuses
    public static Attached to(long pid) {
        TargetJvm jvm = TargetJvm.of(pid);
        return jvm.ask(machine -> {
            Properties properties = machine.getSystemProperties();
            String specification = properties.getProperty("java.specification.version", "0");
            if (specification.startsWith("1.") || Integer.parseInt(specification) < 21) {
                throw new Failure(
                        "process " + pid + " runs Java " + properties.getProperty("java.version")
                                + ": there are no virtual threads before 21",
                        "run the service on 21 or newer; heddle check " + pid + " tells what will break there");
            }
            JMXConnector connector = connect(machine.startLocalManagementAgent());
            return new Attached(jvm, properties, connector, connector.getMBeanServerConnection());
        });
    }

    /// The address comes from the JVM of our own user that we have just attached to, which could do worse than to
    /// send us a forged object.
    @SuppressWarnings("BanJNDI")
    private static JMXConnector connect(String address) throws IOException {
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    /// Loads a Java agent. The JVM prints a warning (JEP 451).
    ///
    /// @throws Failure when the target refuses
    public void load(Path agent, String arguments) {
        jvm.load(
                agent,
                arguments,
                "the probe",
                "watch it without --probe, or start it with -XX:+EnableDynamicAgentLoading");
    }

    /// What the target throws because it has no memory left is an [IOException] here.
    public MBeanServerConnection beans() {
        return beans;
    }

    /// Whether it has stopped answering.
    public boolean silent() {
        return answers.silent();
    }

    /// How many questions it had no memory to answer.
    public long exhausted() {
        return answers.exhausted();
    }

    /// A system property of the target; empty when it has none of that name.
    public String property(String key) {
        return properties.getProperty(key, "");
    }

    /// Its JDK's home, which the user has named with the process; empty when it does not tell.
    public Optional<Path> home() {
        return Optional.of(property("java.home"))
                .filter(home -> !home.isEmpty())
                .map(Path::of);
    }

    /// The target's release, such as 21.
    public int feature() {
        return Integer.parseInt(property("java.specification.version"));
    }

    public long pid() {
        return jvm.pid();
    }

    /// Whether the process is still there: one whose parent has not asked for its exit code yet is not.
    public boolean alive() {
        return jvm.alive();
    }

    /// Whether the process was told to stop for a while, so that it answers nothing.
    public boolean paused() {
        return jvm.paused();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // the target has gone
        }
    }
}
