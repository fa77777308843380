package io.heddle.report.watch;

import io.heddle.model.Holder;
import io.heddle.model.SchedulerNow;
import io.heddle.model.WaitAccount;
import io.heddle.model.Watch;
import io.heddle.report.TerminalSanitizer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A watch that goes on, as figures in Prometheus's text format. Micrometer's and OpenTelemetry's names where they
/// have one, and Heddle's beside them.
///
/// Places are labels, and a service has many: the first [#PLACES] of them have their own, all others are `other`. May
/// be used by several threads.
public final class Metrics {

    /// Most places that get a label of their own.
    public static final int PLACES = 20;
    private static final int LONGEST_LABEL = 160;

    private final Map<Labels, Held> held = new LinkedHashMap<>();
    private Supplier<Optional<SchedulerNow>> scheduler = Optional::empty;
    private Optional<Watch> last = Optional.empty();
    private long windows;
    private double seconds;
    private long stalls;
    private long refused;
    private long pins;
    private double pinnedSeconds;
    private double longestPin;

    private record Labels(String cause, String place, String artifact) {

        private static final Labels OTHER = new Labels("other", "other", "");

        String text() {
            return "cause=\"" + label(cause) + "\",place=\"" + label(place) + "\",artifact=\"" + label(artifact) + "\"";
        }
    }

    private record Held(long count, double seconds) {

        Held plus(Holder holder) {
            return new Held(count + holder.count(), seconds + holder.totalMillis() / 1e3);
        }
    }

    /// Asks the scheduler whenever somebody reads the figures.
    public synchronized void ask(Supplier<Optional<SchedulerNow>> source) {
        scheduler = source;
    }

    /// Adds a window that was watched.
    public synchronized void add(Watch window) {
        last = Optional.of(window);
        windows++;
        seconds += window.seconds();
        stalls += window.probe().map(Watch.Probe::stalls).orElse(0L);
        refused += window.virtualThreads().submitFailed();
        for (Holder holder : window.holders()) {
            Labels own = new Labels(holder.cause().spelled(), holder.type() + "." + holder.method(), holder.artifact());
            Labels labels = held.containsKey(own) || held.size() < PLACES ? own : Labels.OTHER;
            held.merge(labels, new Held(0, 0).plus(holder), (before, more) -> before.plus(holder));
        }
        Watch.Pinned pinned = window.virtualThreads().pinned();
        pins += pinned.count();
        pinnedSeconds += pinned.totalMillis() / 1e3;
        longestPin = pinned.longestMillis() / 1e3;
    }

    /// All figures, with a line feed at the end.
    public String text() {
        Supplier<Optional<SchedulerNow>> source;
        synchronized (this) {
            source = scheduler;
        }
        // Not under the lock: the process that is asked may take its time.
        Optional<SchedulerNow> now = source.get();
        return text(now);
    }

    private synchronized String text(Optional<SchedulerNow> now) {
        Page page = new Page();
        pins(page);
        now.ifPresent(known -> scheduler(page, known));
        page.head("heddle_watch_windows_total", "counter", "Windows that were watched and judged.")
                .line("", windows);
        page.head("heddle_watch_seconds_total", "counter", "Time that was watched.")
                .line("", seconds);
        page.head(
                "heddle_carrier_held_seconds_total",
                "counter",
                "Time for which code kept a carrier, or others waiting, by cause and place; the places beyond the first "
                        + PLACES + " are added up as other.");
        held.forEach((labels, sum) -> page.line(labels.text(), sum.seconds()));
        page.head("heddle_carrier_holds_total", "counter", "How often it did.");
        held.forEach((labels, sum) -> page.line(labels.text(), sum.count()));
        page.head("heddle_submit_failed_total", "counter", "Virtual threads that the scheduler refused.")
                .line("", refused);
        last.ifPresent(window -> window(page, window));
        last.ifPresent(window -> waits(page, window.account()));
        return page.toString();
    }

    private void pins(Page page) {
        page.head(
                "jvm_threads_virtual_pinned_seconds",
                "summary",
                "Micrometer's jvm.threads.virtual.pinned: virtual threads that blocked on their carrier, from 5 ms on.");
        page.named("jvm_threads_virtual_pinned_seconds_count", "", pins)
                .named("jvm_threads_virtual_pinned_seconds_sum", "", pinnedSeconds);
        page.head("jvm_threads_virtual_pinned_seconds_max", "gauge", "The longest in the last window.")
                .line("", longestPin);
        page.head(
                        "jvm_threads_virtual_submit_failed_total",
                        "counter",
                        "Micrometer's jvm.threads.virtual.submit.failed.")
                .line("", refused);
        page.head(
                "jvm_thread_virtual_pinned_seconds",
                "histogram",
                "OpenTelemetry's jvm.thread.virtual.pinned, without buckets: from 5 ms on.");
        page.named("jvm_thread_virtual_pinned_seconds_bucket", "le=\"+Inf\"", pins)
                .named("jvm_thread_virtual_pinned_seconds_sum", "", pinnedSeconds)
                .named("jvm_thread_virtual_pinned_seconds_count", "", pins);
        page.head(
                        "jvm_thread_virtual_submit_failed_total",
                        "counter",
                        "OpenTelemetry's jvm.thread.virtual.submit_failed.")
                .line("", refused);
    }

    private static void scheduler(Page page, SchedulerNow now) {
        page.head(
                        "jvm_threads_virtual_parallelism",
                        "gauge",
                        "Micrometer's jvm.threads.virtual.parallelism (JDK 24 and later).")
                .line("", now.parallelism());
        page.head(
                        "jvm_threads_virtual_pool_size",
                        "gauge",
                        "Micrometer's jvm.threads.virtual.pool.size (JDK 24 and later).")
                .line("", now.poolSize());
        page.head(
                "jvm_threads_virtual_live",
                "gauge",
                "Micrometer's jvm.threads.virtual.live (JDK 24 and later): those that run and those that wait for a carrier.");
        page.line("scheduling_status=\"mounted\"", now.mounted()).line("scheduling_status=\"queued\"", now.queued());
    }

    private static void window(Page page, Watch window) {
        page.head("heddle_watch_state", "gauge", "1 for what the last window was judged to be.");
        for (Watch.State state : Watch.State.values()) {
            page.line("state=\"" + state.name().toLowerCase(Locale.ROOT) + "\"", window.state() == state ? 1 : 0);
        }
        page.head("heddle_carrier_parallelism", "gauge", "Carriers that the scheduler means to have.")
                .line("", window.carriers().parallelism());
        page.head("heddle_carrier_lost_ratio", "gauge", "Share of carrier time that was held in the last window.")
                .line("", window.carriers().lostShare());
        window.virtualThreads()
                .live()
                .ifPresent(live -> page.head(
                                "heddle_virtual_threads_live", "gauge", "Virtual threads in the last thread dump.")
                        .line("", live));
        window.probe().ifPresent(probe -> {
            page.head(
                    "heddle_probe_delay_seconds",
                    "gauge",
                    "How late a virtual thread ran in the last window; quantile 1 is the most.");
            page.line("quantile=\"0.5\"", probe.p50Millis() / 1e3)
                    .line("quantile=\"0.99\"", probe.p99Millis() / 1e3)
                    .line("quantile=\"1\"", probe.maxMillis() / 1e3);
            page.head(
                            "heddle_probe_control_seconds",
                            "gauge",
                            "How late a platform thread ran meanwhile: what the machine itself is late.")
                    .line("quantile=\"0.99\"", probe.controlP99Millis() / 1e3);
            page.head(
                            "heddle_probe_outstanding_seconds",
                            "gauge",
                            "How long the probe had been waiting at the end of the last window.")
                    .line("", probe.outstandingMillis() / 1e3);
        });
    }

    /// Names of waits are labels: of the first [#PLACES] alone, the others as `other`.
    private static void waits(Page page, WaitAccount account) {
        if (account.samples() == 0) {
            return;
        }
        page.head("heddle_serving_threads", "gauge", "Threads that served requests in the last window, in the mean.")
                .line("", account.servingThreads());
        Map<String, Double> threads = new LinkedHashMap<>();
        account.waits()
                .forEach(wait -> threads.merge(
                        "class=\"" + wait.kind().spelled() + "\",name=\""
                                + (threads.size() < PLACES ? label(wait.name()) : "other") + "\",contended=\""
                                + wait.contended() + "\"",
                        wait.meanThreads(),
                        Double::sum));
        page.head(
                "heddle_wait_threads",
                "gauge",
                "Of these, those that ran or waited for one kind of thing; over requests a second it is seconds a request.");
        threads.forEach(page::line);
    }

    private static String label(String text) {
        String plain = TerminalSanitizer.of(text);
        String cut = plain.length() > LONGEST_LABEL ? plain.substring(0, LONGEST_LABEL) : plain;
        return cut.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /// The text as it grows.
    private static final class Page {

        private final StringBuilder text = new StringBuilder();
        private String name = "";

        Page head(String metric, String type, String help) {
            name = metric;
            text.append("# HELP ")
                    .append(metric)
                    .append(' ')
                    .append(help)
                    .append('\n')
                    .append("# TYPE ")
                    .append(metric)
                    .append(' ')
                    .append(type)
                    .append('\n');
            return this;
        }

        Page line(String labels, double value) {
            return named(name, labels, value);
        }

        Page named(String metric, String labels, double value) {
            String figure = value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.valueOf((long) value)
                    : String.valueOf(value);
            text.append(metric)
                    .append(labels.isEmpty() ? "" : "{" + labels + "}")
                    .append(' ')
                    .append(figure)
                    .append('\n');
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
