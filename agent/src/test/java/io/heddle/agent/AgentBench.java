package io.heddle.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// What the agent costs a service: `./dev bench agent`. Prints its tables and exits with 1 when an aim was missed.
///
/// What is compared comes from pairs of fresh JVMs, one with and one without the agent, and the interval is Student's
/// over the pairs.
public final class AgentBench {

    private static final double MOST_PREMAIN_MILLIS = 50;

    private final Path folder;
    private final int starts;
    private final int startPairs;
    private int runs;

    private AgentBench(Path folder, boolean quick) {
        this.folder = folder;
        this.starts = quick ? 5 : 15;
        this.startPairs = quick ? 6 : 40;
    }

    /// @param arguments the Spring Boot jar whose start is measured, and perhaps `--quick`, one JDK (`--21`
    ///     or `--newest`), and the parts that are wanted: `--premain`, `--starts`, `--requests`; all without
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("heddle-bench");
        try {
            List<String> options = List.of(arguments);
            AgentBench bench = new AgentBench(folder, options.contains("--quick"));
            List<Jdk> jdks = options.contains("--21")
                    ? List.of(Jdk.OLDEST)
                    : options.contains("--newest") ? List.of(Jdk.NEWEST) : List.of(Jdk.values());
            boolean all = Collections.disjoint(options, List.of("--premain", "--starts", "--requests"));
            boolean good = !all && !options.contains("--premain") || new PremainBench(folder, bench.starts).measure();
            good &= !all && !options.contains("--starts") || bench.measureStarts(Path.of(arguments[0]), jdks);
            good &= !all && !options.contains("--requests")
                    || new RequestsBench(folder, options.contains("--quick")).measure(jdks);
            System.exit(good ? 0 : 1);
        } finally {
            delete(folder);
        }
    }

    private boolean measureStarts(Path jar, List<Jdk> jdks) throws Exception {
        System.out.println("Start of " + jar.getFileName() + " until its port answers, " + startPairs
                + " pairs of fresh JVMs for each JDK, mode=flip:");
        System.out.println();
        System.out.println(
                "| JDK | without, ms | difference with the agent, ms | 95 % interval | premain by its own clock, ms: median (most) |");
        System.out.println("|---|---|---|---|---|");
        boolean good = true;
        for (Jdk jdk : jdks) {
            List<Double> without = new ArrayList<>();
            List<Double> differences = new ArrayList<>();
            List<Double> premains = new ArrayList<>();
            start(jdk, jar, "mode=flip", new ArrayList<>()); // the first start reads everything from disk
            for (int pair = 0; pair < startPairs; pair++) {
                boolean agentFirst = pair % 2 == 1;
                double first = start(jdk, jar, agentFirst ? "mode=flip" : "", premains);
                double second = start(jdk, jar, agentFirst ? "" : "mode=flip", premains);
                without.add(agentFirst ? second : first);
                differences.add(agentFirst ? first - second : second - first);
            }
            Interval difference = Interval.of(differences);
            premains.sort(Comparator.naturalOrder());
            double median = premains.get(premains.size() / 2);
            System.out.printf(
                    "| %s | %.0f | %+.0f | %+.0f to %+.0f | %.1f (%.1f) |%n",
                    jdk.version(),
                    Interval.of(without).estimate(),
                    difference.estimate(),
                    difference.low(),
                    difference.high(),
                    median,
                    premains.getLast());
            good &= median <= MOST_PREMAIN_MILLIS;
        }
        System.out.println();
        System.out.println(verdict(good) + ": median premain at most " + MOST_PREMAIN_MILLIS + " ms");
        System.out.println();
        return good;
    }

    private double start(Jdk jdk, Path jar, String agent, List<Double> premains) throws Exception {
        int port = freePort();
        Path own = Files.createDirectory(folder.resolve("run-" + runs++));
        List<String> options = List.of("-DPORT=" + port, "-Dserver.port=" + port);
        TargetProcess.Plan plan = new TargetProcess.Plan(
                jdk, agent, options, List.of(jar), List.of("org.springframework.boot.loader.launch.JarLauncher"));
        long began = System.nanoTime();
        try (TargetProcess target = TargetProcess.start(plan, own)) {
            awaitAnswer(port, target);
            double millis = (System.nanoTime() - began) / 1e6;
            if (!agent.isEmpty()) {
                premains.add(target.result()
                        .of("hello")
                        .getFirst()
                        .path("premainMillis")
                        .asDouble());
            }
            target.kill();
            return millis;
        } finally {
            delete(own);
        }
    }

    static String verdict(boolean good) {
        return good ? "reached" : "MISSED";
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Looks every millisecond, so that looking does not blur what is measured.
    private static void awaitAnswer(int port, TargetProcess target) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!answers(port)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("does not start: " + target.out() + target.err());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
