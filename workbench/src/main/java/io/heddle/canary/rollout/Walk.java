package io.heddle.canary.rollout;

import io.heddle.canary.rollout.Answers.Answer;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric.Shown;
import io.heddle.model.Failure;
import java.time.Duration;
import java.util.function.Consumer;

/// Raises a canary's share step by step while it is looked at, and takes it back to 0 when it fails.
///
/// Each weight is judged by itself, since more traffic may fill what less did not. A pass is kept by the looks that
/// follow it, but a metric that is shown worse after a pass fails the canary here: the interval holds at every look.
public final class Walk {

    private static final Duration SAID_EVERY = Duration.ofSeconds(30);
    private static final Duration READ_EVERY = Duration.ofMillis(200);

    private final Split split;
    private final Pace pace;
    private final Looks looks;
    private final Answers answers;
    private final Consumer<String> say;
    private int percent;
    /// Somebody else sets the weights: Heddle does not fight them.
    private boolean foreign;
    /// Heddle has set a weight, or tried to.
    private boolean touched;

    /// Looks at the canary.
    public interface Looks {

        /// A new weight is set: what was seen before does not count.
        void begin();

        /// Takes what has come, for sources that cannot wait; called several times between two looks.
        void read();

        /// One look, within a second or so.
        Canary look();
    }

    /// How it ended.
    public enum End {
        /// At the last weight.
        REACHED,
        /// Failed, at 0.
        FAILED,
        /// A person said so, at 0.
        TAKEN_BACK,
        /// Undecided, with nobody to ask; the weight stays.
        WAITS,
        /// Interrupted.
        STOPPED
    }

    /// @param percent the canary's share at the end
    public record Ended(End end, int percent) {}

    /// @param say takes a sentence for people
    public Walk(Split split, Pace pace, Looks looks, Answers answers, Consumer<String> say) {
        this.split = split;
        this.pace = pace;
        this.looks = looks;
        this.answers = answers;
        this.say = say;
    }

    /// Walks to the end. The calling thread may be interrupted.
    ///
    /// @throws Failure when HAProxy or a source fails; the canary is at 0 then, unless the sentence says otherwise
    public Ended run() {
        try {
            // Before any traffic is moved: a long log takes its time.
            looks.read();
            percent = split.weights().percent();
            say.accept("the canary takes " + percent + " % of the traffic now; Heddle sets " + pace.weights()
                    + " %, at least " + said(pace.step()) + " each, the last one after a pass");
            return walk();
        } catch (InterruptedException e) {
            return interrupted();
        } catch (RuntimeException e) {
            // An interrupt closes the file that is read at that moment.
            if (Thread.interrupted()) {
                return interrupted();
            }
            throw safely(e);
        }
    }

    private Ended walk() throws InterruptedException {
        long deadline = System.nanoTime() + pace.longest().toNanos();
        int last = pace.weights().getLast();
        for (int weight : pace.weights()) {
            set(weight);
            if (weight != last) {
                looks.begin();
                boolean needsPass =
                        pace.weights().indexOf(weight) == pace.weights().size() - 2;
                End end = stay(needsPass, deadline);
                if (end != End.REACHED) {
                    return new Ended(end, percent);
                }
            }
        }
        return new Ended(End.REACHED, percent);
    }

    /// @return `REACHED` where the next weight may be set
    private End stay(boolean needsPass, long deadline) throws InterruptedException {
        long leave = System.nanoTime() + pace.step().toNanos();
        long sayAt = System.nanoTime() + SAID_EVERY.toNanos();
        boolean asked = false;
        while (true) {
            pause();
            Canary seen = looks.look();
            if (fails(seen)) {
                back("the canary fails: " + why(seen));
                return End.FAILED;
            }
            if (System.nanoTime() >= leave && (!needsPass || seen.kind() == Canary.Kind.PASS)) {
                return End.REACHED;
            }
            if (!asked && System.nanoTime() >= deadline) {
                asked = true;
                say.accept("undecided after " + said(pace.longest()) + " (" + seen.reason() + "): the canary keeps "
                        + percent + " % and is looked at on; type go for the next weight, back for 0");
            }
            if (System.nanoTime() >= sayAt) {
                sayAt += SAID_EVERY.toNanos();
                say.accept("at " + percent + " %: " + seen.reason());
            }
            Answer answer = answers.next();
            if (answer == Answer.BACK) {
                back("taken back by hand");
                return End.TAKEN_BACK;
            }
            if (asked && answer == Answer.GO) {
                return End.REACHED;
            }
            if (asked && answer == Answer.NOBODY) {
                say.accept("nobody is here to ask: the canary is left at " + percent + " %");
                return End.WAITS;
            }
        }
    }

    private void pause() throws InterruptedException {
        long until = System.nanoTime() + pace.every().toNanos();
        while (System.nanoTime() < until) {
            Thread.sleep(pace.every().compareTo(READ_EVERY) < 0 ? pace.every() : READ_EVERY);
            looks.read();
        }
    }

    private static boolean fails(Canary seen) {
        return seen.kind() == Canary.Kind.FAIL
                || seen.metrics().stream().anyMatch(metric -> metric.shown() == Shown.WORSE);
    }

    private static String why(Canary seen) {
        return seen.kind() == Canary.Kind.FAIL
                ? seen.reason()
                : seen.metrics().stream()
                        .filter(metric -> metric.shown() == Shown.WORSE)
                        .map(metric -> metric.name() + " is shown worse since it passed")
                        .findFirst()
                        .orElse(seen.reason());
    }

    private void set(int weight) throws InterruptedException {
        int found = split.weights().percent();
        if (found != percent) {
            foreign = true;
            throw new Failure(
                    "the canary's share is " + found + " %, not the " + percent
                            + " % that Heddle set: somebody else sets it, and it is left so",
                    "let one alone set the weights, then start again");
        }
        touched = true;
        split.set(weight);
        percent = weight;
        say.accept("the canary takes " + weight + " %");
    }

    private void back(String reason) throws InterruptedException {
        split.withdraw();
        percent = 0;
        say.accept(reason + "; it is back at 0 %");
    }

    private Ended interrupted() {
        if (foreign) {
            return new Ended(End.STOPPED, percent);
        }
        try {
            if (pace.keepsOnInterrupt()) {
                percent = split.weights().percent();
                say.accept("stopped: the canary is left at " + percent + " %");
            } else {
                back("stopped");
            }
        } catch (InterruptedException again) {
            throw new Failure(
                    "interrupted twice: the canary may be left at " + percent + " %", "look at HAProxy's weights");
        }
        return new Ended(End.STOPPED, percent);
    }

    /// Nobody looks any more, so nobody would see harm.
    private RuntimeException safely(RuntimeException cause) {
        String sentence = cause instanceof Failure failure ? failure.sentence() : "unexpected failure: " + cause;
        String next = cause instanceof Failure failure ? failure.next() : "start again with --verbose";
        if (foreign || (!touched && percent == 0)) {
            return cause;
        }
        try {
            split.withdraw();
            percent = 0;
            return new Failure(sentence + "; the canary is back at 0 %", next, cause);
        } catch (Failure refused) {
            return new Failure(sentence + "; " + refused.sentence(), refused.next(), cause);
        } catch (InterruptedException e) {
            return new Failure(
                    sentence + "; interrupted: the canary may be left at " + percent + " %",
                    "look at HAProxy's weights",
                    cause);
        }
    }

    private static String said(Duration time) {
        return time.toSeconds() < 120 ? time.toSeconds() + " s" : time.toMinutes() + " min";
    }
}
