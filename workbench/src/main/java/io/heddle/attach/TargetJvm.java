package io.heddle.attach;

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

/// A process that runs a JVM of the same user on the same machine.
///
/// @param pid of the process
public record TargetJvm(long pid) {

    private static final char PAUSED = 'T';
    private static final char ENDED = 'Z';

    /// What is asked of a JVM while Heddle is attached.
    public interface Question<T> {

        /// @throws IOException when the JVM does not answer
        T ask(VirtualMachine machine) throws IOException;
    }

    /// @throws Failure when there is no such process, it is not ours, no JVM, paused, or refuses
    public static TargetJvm of(long pid) {
        refuseWhatCannotWork(pid);
        return new TargetJvm(pid);
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

    /// Attaches, asks, and detaches.
    ///
    /// @throws Failure when it cannot be attached to, or does not answer
    public <T> T ask(Question<T> question) {
        VirtualMachine machine = attach();
        try {
            return question.ask(machine);
        } catch (IOException e) {
            throw new Failure(
                    "process " + pid + " was attached to, but does not answer: " + IoReason.of(e),
                    "see whether it still works: jcmd " + pid + " VM.version",
                    e);
        } finally {
            detach(machine);
        }
    }

    /// Its system properties.
    ///
    /// @throws Failure when it does not answer
    public Properties properties() {
        return ask(VirtualMachine::getSystemProperties);
    }

    /// Loads a Java agent. A JVM of 21 or newer prints a warning (JEP 451).
    ///
    /// @param what it does there, in a word, for the sentence where it is refused
    /// @param otherwise how to go on without it
    /// @throws Failure when the target refuses
    public void load(Path agent, String arguments, String what, String otherwise) {
        VirtualMachine machine = attach();
        try {
            machine.loadAgent(agent.toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            throw new Failure("process " + pid + " does not take " + what + ": " + IoReason.of(e), otherwise, e);
        } finally {
            detach(machine);
        }
    }

    private VirtualMachine attach() {
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

    /// A file of the kernel about a process; empty where there is none, as on macOS.
    private static String proc(long pid, String name) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), name), StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
