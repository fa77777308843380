package io.heddle.lab.compare;

import com.sun.management.UnixOperatingSystemMXBean;
import io.heddle.lab.bench.Missing;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/// The limit of open files, which this JVM's children have too: a service that asks another one needs two for each
/// request.
final class OpenFiles {

    /// Jars, event queues and listeners of a JVM.
    private static final int OF_A_JVM = 500;

    private OpenFiles() {}

    /// @throws Missing where the limit is too low for a service with so many requests in flight
    static void check(int requests) {
        long most = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        check(requests, most);
    }

    static void check(int requests, long most) {
        long needed = 2L * requests + OF_A_JVM;
        if (most < needed) {
            throw new Missing(String.format(
                    Locale.ROOT,
                    "%,d requests in flight need %,d open files, two a request: a process may have %,d here; raise the limit (ulimit -n)",
                    requests,
                    needed,
                    most));
        }
    }
}
