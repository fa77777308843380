package io.heddle.race.load;

import com.sun.management.OperatingSystemMXBean;
import io.heddle.model.Load;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One run of one load engine on the bench's target.
///
/// @param throughput answers a second
/// @param cpuMicros CPU time of the engine's process for each answer, in microseconds
record BenchRun(double throughput, double cpuMicros) {

    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in ([0-9.]+)s");
    private static final Pattern CPU = Pattern.compile("cpu ([0-9.]+) ([0-9.]+)");
    private static final Pattern TROUBLE = Pattern.compile("Socket errors.*|Non-2xx.*");

    /// Heddle's generator, one event loop. Its CPU is that of this JVM, compiler and collector included, in the
    /// measured window.
    static BenchRun heddle(Generator generator, int port, int connections, Duration time) throws InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long[] cpu = new long[2];
        Measurement measured =
                generator.run(request(port), new Load.Closed(connections), phases(time), new RunListener() {
                    @Override
                    public void measuring() {
                        cpu[0] = system.getProcessCpuTime();
                    }

                    @Override
                    public void measured() {
                        cpu[1] = system.getProcessCpuTime();
                    }

                    @Override
                    public void progress(double fractionDone, double throughput) {}
                });
        if (measured.errors() + measured.timeouts() > 0) {
            throw new IllegalStateException("errors on a target that makes none: " + measured.errorKinds());
        }
        return new BenchRun(measured.throughput(), (cpu[1] - cpu[0]) / 1e3 / measured.requests());
    }

    /// wrk with one thread. Its CPU is its rusage. Its first answers cannot come before the target's service time
    /// has passed, so that is taken off its time: it would read up to 1 % low otherwise.
    static BenchRun wrk(int port, int connections, Duration time) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "TIMEFORMAT='cpu %%3U %%3S'; time wrk -t1 -c%d -d%ds http://127.0.0.1:%d/"
                                .formatted(connections, time.toSeconds(), port))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher requests = REQUESTS.matcher(output);
        Matcher cpu = CPU.matcher(output);
        if (!requests.find() || !cpu.find() || TROUBLE.matcher(output).find()) {
            throw new IOException("wrk said: " + output);
        }
        double count = Double.parseDouble(requests.group(1));
        double seconds = Double.parseDouble(requests.group(2)) - BenchServer.SERVICE.toMillis() / 1e3;
        double used = Double.parseDouble(cpu.group(1)) + Double.parseDouble(cpu.group(2));
        return new BenchRun(count / seconds, used * 1e6 / count);
    }

    static Request request(int port) {
        return new Request(URI.create(String.format(Locale.ROOT, "http://127.0.0.1:%d/", port)), List.of());
    }

    static Phases phases(Duration measure) {
        return new Phases(2, 5, Duration.ofSeconds(1), Duration.ofSeconds(8), measure, measure, Duration.ofSeconds(10));
    }
}
