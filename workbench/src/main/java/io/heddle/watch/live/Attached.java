package io.heddle.watch.live;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

    private static final char PAUSED = 'T';
    private static final char ENDED = 'Z';

    static {
        // Milliseconds. Else a call into a process that is paused just then waits for ever; read once, when
        // RMI starts.
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", "120000");
    }

    private final long pid;
    private final Properties properties;
    private final JMXConnector connector;
    private final Answers answers;
    private final MBeanServerConnection beans;

    private Attached(long pid, Properties properties, JMXConnector connector, MBeanServerConnection beans) {
        this.pid = pid;
        this.properties = properties;
        this.connector = connector;
        this.answers = new Answers(beans);
        this.beans = answers.connection();
    }

    /// @throws Failure when there is no such process, it is not ours, no JVM, too old, paused, or refuses
    public static Attached to(long pid) {
        refuseWhatCannotWork(pid);
        VirtualMachine machine = attach(pid);
        try {
            Properties properties = machine.getSystemProperties();
            String specification = properties.getProperty("java.specification.version", "0");
            if (specification.startsWith("1.") || Integer.parseInt(specification) < 21) {
                throw new Failure(
                        "process " + pid + " runs Java " + properties.getProperty("java.version")
                                + ": there are no virtual threads before 21",
                        "run the service on 21 or newer; heddle check tells what will break there");
            }
            JMXConnector connector = connect(machine.startLocalManagementAgent());
            return new Attached(pid, properties, connector, connector.getMBeanServerConnection());
        } catch (IOException e) {
            throw new Failure(
                    "process " + pid + " was attached to, but does not answer: " + IoReason.of(e),
                    "see whether it still works: jcmd " + pid + " VM.version",
                    e);
        } finally {
            detach(machine);
        }
    }

    /// The address comes from the JVM of our own user that we have just attached to, which could do worse than to
    /// send us a forged object.
    @SuppressWarnings("BanJNDI")
    private static JMXConnector connect(String address) throws IOException {
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    private static void refuseWhatCannotWork(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty()) {
            throw new Failure("there is no process " + pid, "jcmd lists the JVMs of this user");
        }
        if (pid == ProcessHandle.current().pid()) {
            throw new Failure(
                    "process " + pid + " is Heddle itself",
                    "give the id of the service: jcmd lists the JVMs of this user");
        }
        String owner = process.flatMap(p -> p.info().user()).orElse("");
        String self = ProcessHandle.current().info().user().orElse("");
        if (!owner.isEmpty() && !self.isEmpty() && !owner.equals(self)) {
            throw new Failure(
                    "process " + pid + " belongs to " + owner + ", and a JVM lets only its own user attach",
                    "run heddle as " + owner);
        }
        if (state(pid) == PAUSED) {
            throw new Failure(
                    "process " + pid + " is paused and cannot answer", "let it go on first: kill -CONT " + pid);
        }
        String maps = proc(pid, "maps");
        if (!maps.isEmpty() && !maps.contains("libjvm.so")) {
            throw new Failure(
                    "process " + pid + " is no JVM, nor does a native image have one",
                    "jcmd lists the JVMs of this user; a native image that was built to can record itself: -XX:StartFlightRecording");
        }
        if (proc(pid, "cmdline").contains("+DisableAttachMechanism")) {
            throw new Failure(
                    "process " + pid + " was started with -XX:+DisableAttachMechanism, which refuses attaching",
                    "start it without, or watch a recording that it makes itself");
        }
    }

    private static VirtualMachine attach(long pid) {
        try {
            return VirtualMachine.attach(String.valueOf(pid));
        } catch (AttachNotSupportedException | IOException e) {
            throw new Failure(
                    "process " + pid + " does not let itself be attached to: " + IoReason.of(e),
                    "see whether jcmd " + pid + " VM.version works; in a container run heddle inside it",
                    e);
        } catch (NoClassDefFoundError e) {
            throw new Failure(
                    "this Java has no jdk.attach module: Heddle cannot attach", "run Heddle on a whole JDK", e);
        }
    }

    private static void detach(VirtualMachine machine) {
        try {
            machine.detach();
        } catch (IOException e) {
            // it has gone, and so has the connection
        }
    }

    /// A file of the kernel about a process; empty where there is none, as on macOS.
    private static String proc(long pid, String name) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), name), StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /// Loads a Java agent. The JVM prints a warning (JEP 451).
    ///
    /// @throws Failure when the target refuses
    public void load(Path agent, String arguments) {
        VirtualMachine machine = attach(pid);
        try {
            machine.loadAgent(agent.toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            throw new Failure(
                    "process " + pid + " does not take the probe: " + IoReason.of(e),
                    "watch it without --probe, or start it with -XX:+EnableDynamicAgentLoading",
                    e);
        } finally {
            detach(machine);
        }
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
        return pid;
    }

    /// Whether the process is still there: one whose parent has not asked for its exit code yet is not.
    public boolean alive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) && state(pid) != ENDED;
    }

    /// Whether the process was told to stop for a while, so that it answers nothing.
    public boolean paused() {
        return state(pid) == PAUSED;
    }

    /// As the kernel spells it, such as R and S; a space where it does not tell.
    private static char state(long pid) {
        String status = proc(pid, "status");
        int at = status.indexOf("State:\t");
        return at < 0 ? ' ' : status.charAt(at + "State:\t".length());
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
