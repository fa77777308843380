import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// How right `heddle predict PID` is: services with known limits are measured on either kind of threads, and predicted
/// from platform threads under a part of that load.
///
/// `ROOT JDK21 CLASSES SECONDS LOADS KIND…`
final class PredictBench {

    private static final Duration TRUTH = Duration.ofSeconds(6);
    private static final double GAIN = 1.05;
    private static final double HARM = 0.95;
    private static final Map<String, Kind> KINDS = new TreeMap<>();

    static {
        KINDS.put("threads", new Kind(20, "threads"));
        KINDS.put("downstream", new Kind(20, "threads"));
        KINDS.put("lock", new Kind(40, "lock"));
        KINDS.put("pool", new Kind(60, "pool"));
        KINDS.put("two-pools", new Kind(60, "pool"));
        KINDS.put("monitors", new Kind(40, "threads"));
        KINDS.put("one-monitor", new Kind(40, "lock"));
        KINDS.put("file", new Kind(10, "threads"));
        KINDS.put("rare", new Kind(20, "cpu"));
        KINDS.put("cpu", new Kind(20, "cpu"));
        KINDS.put("mix", new Kind(12, "threads"));
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private final Path root;
    private final String jdk21;
    private final Path classes;
    private final Path folder;
    private final int seconds;
    private final Map<String, int[]> counts = new TreeMap<>();

    /// A service.
    ///
    /// @param threads that it has
    /// @param platform what limits it on them
    private record Kind(int threads, String platform) {}

    /// Requests a second on either kind of threads, and whether two runs agree on the verdict.
    private record Truth(double platform, double virtual, String verdict) {}

    private PredictBench(Path root, String jdk21, Path classes, int seconds) throws IOException {
        this.root = root;
        this.jdk21 = jdk21;
        this.classes = classes;
        this.seconds = seconds;
        this.folder = Files.createTempDirectory("predict-bench-");
    }

    public static void main(String[] args) throws Exception {
        PredictBench bench = new PredictBench(Path.of(args[0]), args[1], Path.of(args[2]), Integer.parseInt(args[3]));
        List<Integer> loads =
                List.of(args[4].split(",")).stream().map(Integer::valueOf).toList();
        List<String> kinds = args.length > 5 ? List.of(args).subList(5, args.length) : List.copyOf(KINDS.keySet());
        for (String kind : kinds) {
            for (int jdk : new int[] {21, 25}) {
                bench.service(kind, jdk, loads);
            }
        }
        bench.table();
        CLIENT.close();
        System.exit(0);
    }

    private void service(String kind, int jdk, List<Integer> loads) throws Exception {
        Truth truth = truth(kind, jdk);
        say("%s on %d: platform %.0f/s, virtual %.0f/s, %s", kind, jdk, truth.platform, truth.virtual, truth.verdict);
        for (int load : loads) {
            JsonNode told = predicted(kind, jdk, truth.platform * load / 100);
            if (told.isEmpty()) {
                count(load, "answers", false);
                continue;
            }
            judge(kind, jdk, load, truth, told);
        }
    }

    private void judge(String kind, int jdk, int load, Truth truth, JsonNode told) {
        JsonNode on = jdk == 21
                ? told.path("predicted").get(0)
                : told.path("predicted").get(1);
        String verdict = on.path("verdict").asText();
        double rate = truth.platform * load / 100;
        JsonNode platform = on.path("timesLoad").path("platform");
        double estimate = platform.path("estimate").asDouble() * rate;
        double error = estimate / truth.platform - 1;
        boolean covers = platform.path("low").asDouble() * rate <= truth.platform
                && truth.platform <= platform.path("high").asDouble() * rate;
        String limit = on.path("limit").path("kind").asText();
        boolean opposite = !truth.verdict.equals("open")
                && !verdict.equals("undecided")
                && verdict.equals("harm") != truth.verdict.equals("harm");
        count(load, "answers", true);
        if (!truth.verdict.equals("open")) {
            count(
                    load,
                    "verdict agrees, where both decided",
                    !verdict.equals("undecided"),
                    verdict.equals(truth.verdict));
            count(load, "undecided", verdict.equals("undecided"));
            count(load, "the opposite", opposite);
        }
        count(load, "platform bound within 10 %", Math.abs(error) <= 0.10);
        count(load, "platform bound within its interval", covers);
        say(
                "  at %d %%: %s, limit %s, platform %.0f/s (%+.0f %%)%s, held %s | %s",
                load,
                verdict + (opposite ? " OPPOSITE" : ""),
                limit,
                estimate,
                error * 100,
                covers ? "" : " not covered",
                on.path("carriersHeld").path("mean").asText(),
                on.path("code").asText());
    }

    private void count(int load, String what, boolean counts, boolean right) {
        if (counts) {
            count(load, what, right);
        }
    }

    private void count(int load, String what, boolean right) {
        int[] sums = counts.computeIfAbsent(what + " | " + (load < 50 ? "20 %" : "50–80 %"), _ -> new int[2]);
        sums[0] += right ? 1 : 0;
        sums[1]++;
    }

    private void table() {
        say("| statement | load | runs | of |");
        say("|---|---|---|---|");
        counts.forEach((what, sums) -> say("| %s | %d | %d |", what, sums[0], sums[1]));
    }

    private Truth truth(String kind, int jdk) throws Exception {
        int threads = KINDS.get(kind).threads;
        double[] platform = new double[2];
        double[] virtual = new double[2];
        for (int i = 0; i < 2; i++) {
            platform[i] = saturated(kind, jdk, threads, 4 * threads);
            virtual[i] = saturated(kind, jdk, 0, 4 * threads);
        }
        String first = verdict(virtual[0] / platform[0]);
        return new Truth(
                (platform[0] + platform[1]) / 2,
                (virtual[0] + virtual[1]) / 2,
                first.equals(verdict(virtual[1] / platform[1])) ? first : "open");
    }

    private static String verdict(double ratio) {
        return ratio >= GAIN ? "gain" : ratio < HARM ? "harm" : "no-gain";
    }

    private Process start(String kind, int jdk, int threads, Path out) throws Exception {
        String home = jdk == 21 ? jdk21 : System.getProperty("java.home");
        Process process = new ProcessBuilder(
                        Path.of(home, "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        classes.toString(),
                        "PredictService",
                        kind,
                        String.valueOf(threads))
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.readString(out).endsWith("\n")) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException(kind + " did not start");
            }
            Thread.sleep(20);
        }
        return process;
    }

    private static HttpRequest request(Path out) throws IOException {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + Files.readString(out).strip() + "/"))
                .timeout(Duration.ofSeconds(30))
                .build();
    }

    /// Requests a second with so many at once.
    private double saturated(String kind, int jdk, int threads, int connections) throws Exception {
        Path out = folder.resolve("out.txt");
        Process service = start(kind, jdk, threads, out);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            HttpRequest request = request(out);
            LongAdder answered = new LongAdder();
            long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            long end = warm + TRUTH.toNanos();
            for (int i = 0; i < connections; i++) {
                clients.execute(() -> {
                    while (System.nanoTime() < end) {
                        ask(request);
                        long now = System.nanoTime();
                        if (now >= warm && now < end) {
                            answered.increment();
                        }
                    }
                });
            }
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            return answered.sum() / (double) TRUTH.toSeconds();
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    private static void ask(HttpRequest request) {
        try {
            CLIENT.send(request, BodyHandlers.discarding());
        } catch (IOException e) {
            // counts as none
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return what `heddle predict PID --json` says under an open load of Poisson arrivals
    private JsonNode predicted(String kind, int jdk, double rate) throws Exception {
        Path out = folder.resolve("out.txt");
        Path json = folder.resolve("told.json");
        Files.deleteIfExists(json);
        Process service = start(kind, jdk, KINDS.get(kind).threads, out);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            HttpRequest request = request(out);
            clients.execute(() -> {
                Random random = new Random(1);
                long begin = System.nanoTime();
                double at = 0;
                while (service.isAlive()) {
                    at += -Math.log(1 - random.nextDouble()) / rate;
                    try {
                        TimeUnit.NANOSECONDS.sleep(begin + (long) (at * 1e9) - System.nanoTime());
                    } catch (InterruptedException e) {
                        return;
                    }
                    try {
                        clients.execute(() -> ask(request));
                    } catch (java.util.concurrent.RejectedExecutionException e) {
                        return;
                    }
                }
            });
            Thread.sleep(3_000);
            Process heddle = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-jar",
                            root.resolve("cli/target/heddle.jar").toString(),
                            "predict",
                            String.valueOf(service.pid()),
                            "--seconds",
                            String.valueOf(seconds),
                            "--rate",
                            String.format(Locale.ROOT, "%.2f", rate),
                            "--json",
                            json.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("heddle.txt").toFile())
                    .start();
            heddle.waitFor();
            return Files.exists(json) ? JSON.readTree(json.toFile()) : JSON.createObjectNode();
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
