package io.heddle.cli;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.Failure;
import io.heddle.model.Prediction;
import io.heddle.predict.Predictor;
import io.heddle.predict.Wish;
import io.heddle.race.target.Jdk;
import io.heddle.report.predict.PredictHtml;
import io.heddle.report.predict.PredictJson;
import io.heddle.report.predict.PredictMarkdown;
import io.heddle.report.predict.PredictText;
import io.heddle.watch.ServiceFiles;
import io.heddle.watch.ServiceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle predict`: what would virtual threads give this service?
@Command(
        name = "predict",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = {
            "Says what virtual threads would give a service, from what production knows",
            "today: whether threads limit it at all, what limits it next, and what nobody",
            "can know from there. It needs no test system and no load test."
        },
        footer = {
            "",
            "Examples:",
            "  heddle predict 4711",
            "      a running JVM under its load of every day; records it for 60 s, leaves nothing",
            "  heddle predict app.jfr --target app.jar",
            "      a recording; heddle predict --settings > heddle.jfc; jcmd PID JFR.start",
            "      settings=/path/heddle.jfc duration=60s filename=/tmp/app.jfr makes the best",
            "  heddle predict dump1.txt dump2.txt dump3.txt",
            "      thread dumps under load: jcmd PID Thread.print > dump1.txt",
            "  heddle predict 'prometheus:http://127.0.0.1:9090#{job=\"shop\"}'",
            "      up to 30 days of a service's metrics; the busiest interval counts",
            "  heddle predict before.txt after.txt",
            "      two pages of metrics of one JVM, under load:",
            "      curl http://127.0.0.1:8080/actuator/prometheus >before.txt",
            "  heddle predict before.txt after.txt --threads 200 --rate 450/s",
            "      threads that the metrics do not show; a rate that is to come",
            "  heddle predict before.txt after.txt --json -",
            "      for scripts",
            "",
            "Exit codes: 0 an answer, 1 harm on some JDK, 2 Heddle failed, or nothing can be said.",
        })
final class PredictCommand implements Callable<Integer> {

    private static final String PROMETHEUS = "prometheus:";
    private static final Pattern RATE = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?(?:/s)?");
    private static final Pattern TIMES = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)x?");
    private static final Pattern POOL = Pattern.compile("(.+)=(\\d{1,6})");
    private static final int MOST_THREADS = 1_000_000;
    private static final int MOST_CPUS = 4_096;
    private static final int LEAST_JDK = 21;
    private static final int MOST_JDK = 99;

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            description = "A process id, recordings or thread dumps of one JVM, prometheus:URL#SELECTOR,"
                    + " or two pages of metrics, the earlier first.")
    private List<String> sources = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long to record a process, 2 to 3600 (default: 60), or the time between two pages of"
                    + " metrics, where they do not tell it themselves.")
    private Optional<Integer> seconds = Optional.empty();

    @Option(
            names = "--target",
            paramLabel = "FILE",
            description = "Jars or folders with the service's classes: which of its code holds monitors.")
    private List<Path> target = List.of();

    @Option(names = "--record", paramLabel = "FILE.jfr", description = "Keep the recording of the process.")
    private Optional<Path> record = Optional.empty();

    @Option(
            names = "--settings",
            description = "Print the settings with which a recording tells most, for jcmd PID JFR.start.")
    private boolean settings;

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description = "Requests a second that are to come (default: those that were seen); of a recording or dumps"
                    + " in which nothing counts requests, those that were seen.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that may serve requests at once, where the source does not show it.")
    private Optional<Integer> threads = Optional.empty();

    @Option(
            names = "--pool",
            paramLabel = "NAME=SIZE",
            description = "Connections of a pool, where the source does not show it.")
    private List<String> pools = List.of();

    @Option(names = "--jdk", split = ",", paramLabel = "N", description = "JDKs to answer for (default: 21,25).")
    private List<Integer> jdks = List.of(21, 25);

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description = "Processors that the service has, where the source does not show it.")
    private Optional<Integer> cpus = Optional.empty();

    @Option(
            names = "--headroom",
            paramLabel = "N.Nx",
            description = "How many times that rate threads should carry (default: 2x).")
    private String headroom = "2x";

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report for people, in one file.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write it for a job's summary or an issue.")
    private Optional<Path> markdown = Optional.empty();

    @Override
    public Integer call() {
        if (settings) {
            terminal.require(sources.isEmpty(), "--settings takes no source");
            terminal.out().document(ServiceSettings.file());
            return 0;
        }
        terminal.require(!sources.isEmpty(), "Missing a source: a process id, recordings, thread dumps, or metrics");
        Wish wish = wish();
        terminal.require(!record.map(ReportFile::isOutput).orElse(false), "--record takes a file");
        Reports reports = Reports.tried(terminal, List.of(json, html, markdown, record));
        Prediction prediction = predict(new Predictor(wish), reports);
        List<String> typed = terminal.typed();
        reports.put(json, () -> PredictJson.render(prediction, Heddle.version(), typed));
        reports.put(html, () -> PredictHtml.render(prediction, Heddle.version(), typed));
        reports.put(markdown, () -> PredictMarkdown.render(prediction));
        reports.screen().print(PredictText.render(prediction, reports.style(html)));
        reports.end();
        return prediction.isHarm() ? 1 : 0;
    }

    private Prediction predict(Predictor predictor, Reports reports) {
        String first = sources.getFirst();
        if (PredictInput.isProcess(first)) {
            terminal.require(sources.size() == 1, "predict takes one process");
            int length = seconds.orElse(60);
            terminal.require(length >= 2 && length <= 3600, "--seconds takes 2 to 3600");
            return predictor.seen(input(reports).process(Long.parseLong(first), length, record));
        }
        terminal.require(record.isEmpty(), "--record needs a running process: give its id");
        if (first.startsWith(PROMETHEUS)) {
            terminal.require(sources.size() == 1, "a Prometheus server is the only source");
            terminal.require(seconds.isEmpty(), "--seconds goes with a process, or two pages of metrics");
            int selector = first.indexOf('#');
            terminal.require(
                    selector > 0 && selector + 1 < first.length(),
                    "which service? write prometheus:http://HOST:9090#{job=\"shop\"}");
            return predictor.prometheus(
                    first.substring(PROMETHEUS.length(), selector), first.substring(selector + 1), Optional.empty());
        }
        List<Path> files = sources.stream().map(Path::of).toList();
        files.stream().filter(file -> !Files.isRegularFile(file)).findFirst().ifPresent(file -> {
            throw new Failure(
                    "there is no file " + file, "name a process id, recordings, thread dumps, or two pages of metrics");
        });
        if (PredictInput.areRecordings(files)) {
            terminal.require(seconds.isEmpty(), "--seconds goes with a process, or two pages of metrics");
            return predictor.seen(input(reports).recordings(files));
        }
        return files.stream().allMatch(PredictInput::isDump)
                ? predictor.seen(input(reports).dumps(files))
                : pages(predictor, files);
    }

    private Prediction pages(Predictor predictor, List<Path> files) {
        if (files.size() != 2) {
            throw new Failure(
                    files.size() == 1
                            ? files.getFirst() + " alone does not tell how much happened in which time"
                            : "predict takes two pages of metrics of one JVM",
                    "take two pages under load: heddle predict before.txt after.txt");
        }
        return predictor.pages(files.getFirst(), files.getLast(), seconds);
    }

    private PredictInput input(Reports reports) {
        return new PredictInput(new ServiceFiles(target, new KnownHomes(Jdk.homes())), terminal, reports);
    }

    private Wish wish() {
        terminal.require(
                rate.isEmpty() || RATE.matcher(rate.orElseThrow()).matches(),
                "--rate takes requests a second, such as 450/s");
        Optional<Double> perSecond = rate.map(text -> Double.parseDouble(text.replaceFirst("/s$", "")));
        terminal.require(perSecond.isEmpty() || perSecond.orElseThrow() > 0, "--rate takes more than 0/s");
        Matcher times = TIMES.matcher(headroom);
        terminal.require(
                times.matches() && Double.parseDouble(times.group(1)) >= 1, "--headroom takes 1x or more, such as 2x");
        terminal.require(between(threads, MOST_THREADS), "--threads takes 1 to " + MOST_THREADS);
        terminal.require(between(cpus, MOST_CPUS), "--cpus takes 1 to " + MOST_CPUS);
        terminal.require(seconds.isEmpty() || seconds.orElseThrow() > 0, "--seconds takes 1 or more");
        terminal.require(
                !jdks.isEmpty() && jdks.stream().allMatch(jdk -> jdk >= LEAST_JDK && jdk <= MOST_JDK),
                "--jdk takes releases from 21 on, such as 21,25");
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (String pool : pools) {
            Matcher named = POOL.matcher(pool);
            terminal.require(
                    named.matches() && Integer.parseInt(named.group(2)) > 0,
                    "--pool takes NAME=SIZE, such as HikariPool-1=10");
            sizes.put(named.group(1), Integer.parseInt(named.group(2)));
        }
        return new Wish(perSecond, threads, sizes, cpus, Double.parseDouble(times.group(1)), jdks);
    }

    private static boolean between(Optional<Integer> value, int most) {
        return value.isEmpty() || value.orElseThrow() >= 1 && value.orElseThrow() <= most;
    }
}
