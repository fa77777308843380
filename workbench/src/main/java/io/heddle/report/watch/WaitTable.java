package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Where the time of requests goes, for a terminal: a line for each wait, the largest first.
final class WaitTable {

    private static final int MOST = 12;
    private static final double LEAST = 0.005;
    private static final int NAME = 11;

    private WaitTable() {}

    /// None where no thread serves requests.
    static List<String> lines(WaitAccount account, int width) {
        List<String> lines = new ArrayList<>();
        if (account.servingThreads() == 0) {
            return lines;
        }
        lines.add("");
        lines.addAll(LineWrapper.lines(
                "Where requests spend their time: " + Figures.number(account.servingThreads())
                        + " threads serve them, in the mean of "
                        + Formats.count(account.samples(), account.basis().spelled())
                        + account.rate()
                                .map(rate -> ", " + Figures.number(rate) + " requests a second")
                                .orElse(""),
                width,
                "",
                "  "));
        List<Wait> told = account.waits().stream()
                .filter(wait -> wait.contended() || wait.share() >= LEAST)
                .toList();
        told.stream().limit(MOST).forEach(wait -> lines.addAll(line(wait, width)));
        double rest = 1 - told.stream().limit(MOST).mapToDouble(Wait::share).sum();
        if (rest >= LEAST) {
            lines.add(String.format(Locale.ROOT, "  %-" + NAME + "s%5.1f %%", "the rest", rest * 100));
        }
        return lines;
    }

    private static List<String> line(Wait wait, int width) {
        String what = wait.name().isEmpty() || wait.kind() == WaitClass.RUNNING ? "" : ", " + wait.name();
        return LineWrapper.lines(
                String.format(
                                Locale.ROOT,
                                "%-" + NAME + "s%5.1f %%  %s threads",
                                wait.kind().spelled(),
                                wait.share() * 100,
                                Figures.number(wait.meanThreads()))
                        + millis(wait)
                        + what
                        + (wait.place().isEmpty() ? "" : " at " + wait.place()),
                width,
                "  ",
                "  " + " ".repeat(NAME));
    }

    private static String millis(Wait wait) {
        return wait.millisPerRequest()
                .map(interval -> ", " + Figures.millis(interval.estimate()) + " a request ["
                        + Figures.millis(interval.low()) + " to " + Figures.millis(interval.high()) + "]")
                .orElse("");
    }
}
