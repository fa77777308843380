package io.heddle.race.target;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The three system calls that make a supervisor of a JVM: a session of its own, so that the terminal's Ctrl-C does
/// not reach it; on Linux the role of the parent for every orphan below it (prctl(2), `PR_SET_CHILD_SUBREAPER`), and
/// the parent's duty to reap them (waitid(2)).
final class OwnSession {

    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int P_ALL = 0;
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x01000000;

    /// Offset of `si_pid` in `siginfo_t` on 64-bit Linux: three ints, padding, then the union.
    private static final long SI_PID = 16;
    private static final long SIGINFO_SIZE = 128;

    private final Linker linker = Linker.nativeLinker();
    private final SymbolLookup symbols = linker.defaultLookup();
    private final boolean linux = System.getProperty("os.name", "").startsWith("Linux");
    private final MethodHandle waitid = call(
            "waitid",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT));
    private final MemorySegment siginfo = Arena.global().allocate(SIGINFO_SIZE, 8);

    /// Leaves the terminal's session and adopts orphans.
    ///
    /// @return what it could not do, a sentence; empty when it did all
    String begin() throws Throwable {
        int session = (int)
                call("setsid", FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact();
        if (session < 0) {
            return "Heddle's supervisor has no session of its own: Ctrl-C in the terminal reaches the target too";
        }
        if (!linux) {
            return "a process that detaches itself from the target may outlive a Heddle that is killed: this system has no sub-reaper";
        }
        MethodHandle prctl = linker.downcallHandle(
                symbols.find("prctl").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        int refused = (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
        return refused == 0
                ? ""
                : "a process that detaches itself from the target may outlive a Heddle that is killed: prctl was refused";
    }

    /// Looks for a dead child without reaping it.
    ///
    /// @return its pid; 0 when there is none
    long deadChild() throws Throwable {
        siginfo.set(ValueLayout.JAVA_INT, SI_PID, 0);
        int refused = (int) waitid.invokeExact(P_ALL, 0, siginfo, WEXITED | WNOHANG | WNOWAIT);
        return refused == 0 ? siginfo.get(ValueLayout.JAVA_INT, SI_PID) : 0;
    }

    /// Reaps the dead child; does nothing when it is not dead.
    void reap(long pid) throws Throwable {
        int ignored = (int) waitid.invokeExact(P_PID, (int) pid, siginfo, WEXITED | WNOHANG);
    }

    private MethodHandle call(String name, FunctionDescriptor descriptor) {
        return linker.downcallHandle(symbols.find(name).orElseThrow(), descriptor);
    }
}
