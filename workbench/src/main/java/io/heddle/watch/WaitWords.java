package io.heddle.watch;

import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Says for what requests wait.
final class WaitWords {

    private static final double MOST = 0.05;
    /// As of a wait that is contended.
    private static final double MUCH = 0.10;
    private static final String ANOTHER = "another thread ";

    private WaitWords() {}

    /// The first thing that requests queue for.
    static String contended(WaitAccount account) {
        return account.first().map(wait -> sentence(wait, account)).orElse("");
    }

    /// Threads that could run and have no carrier; empty where there is none.
    static String carrier(WaitAccount account) {
        return account.waits().stream()
                .filter(wait -> wait.kind() == WaitClass.CARRIER && wait.contended())
                .findFirst()
                .map(wait -> sentence(wait, account))
                .orElse("");
    }

    /// Nobody was seen to wait for what others use.
    ///
    /// @param virtual whether a virtual thread was met
    static String nobody(WaitAccount account, boolean virtual) {
        boolean recorded = account.basis() == WaitAccount.Basis.EVENTS;
        Optional<Wait> woken = untilWoken(account);
        if (woken.isPresent()) {
            return woken(woken.orElseThrow());
        }
        return account.samples() == 0 || account.servingThreads() == 0 || recorded && virtual
                ? "no virtual thread was seen to wait for a carrier"
                : "no request was seen to wait for " + (recorded ? "" : "a carrier, ")
                        + "a monitor, a lock, a pool or a queue" + most(account);
    }

    /// The largest part of the time of requests in which they wait until another thread wakes them, and no dump tells
    /// which: that may be a pool of the program's own, or work that nobody does. Empty where it is everyday.
    static Optional<Wait> untilWoken(WaitAccount account) {
        return account.waits().stream()
                .filter(wait -> !wait.contended() && wait.share() >= MUCH)
                .filter(wait -> wait.kind().queues() || wait.name().startsWith(ANOTHER))
                .max(Comparator.comparingDouble(Wait::share));
    }

    private static String woken(Wait wait) {
        return String.format(
                Locale.ROOT,
                "no request was seen to queue for what another thread has; but %.0f %% of their time they wait until"
                        + " another thread wakes them (%s%s), and which one no dump tells",
                wait.share() * 100,
                wait.name().startsWith(ANOTHER) ? wait.name().replaceAll(ANOTHER + "\\(|\\)$", "") : wait.title(),
                wait.place().isEmpty() ? "" : ", " + shorter(wait.place()));
    }

    /// Where most of the time of requests goes; empty where that is not known.
    static String most(WaitAccount account) {
        Optional<Wait> most = account.waits().stream().max(Comparator.comparingDouble(Wait::share));
        return most.filter(wait -> wait.share() >= MOST)
                .map(wait -> String.format(
                        Locale.ROOT, "; most of their time goes to %s (%.0f %%)", plain(wait), wait.share() * 100))
                .orElse("");
    }

    private static String plain(Wait wait) {
        return wait.kind() != WaitClass.OTHER
                ? wait.title()
                : wait.name().startsWith("another") ? "waits for " + wait.name() : wait.name();
    }

    /// Such as `78 of 80 threads wait for 2 connections of HttpClient 4 (Front.serve:19)`.
    static String sentence(Wait wait, WaitAccount account) {
        long others = wait.used() > 0 ? wait.used() : 0;
        long of = others > 0 ? wait.waiting() + others : Math.max(wait.waiting(), Math.round(account.servingThreads()));
        String who = wait.waiting() + " of " + of + (of == 1 ? " thread" : " threads")
                + (wait.waiting() == 1 ? " waits " : " wait ");
        String asks = wait.place().isEmpty() ? "" : " (" + shorter(wait.place()) + ")";
        return switch (wait.kind()) {
            case POOL -> who + "for " + lent(wait) + " of " + wait.name() + asks;
            case QUEUE ->
                wait.size() > 0
                        ? who + "for the " + counted(wait.size(), "thread")
                                + wait.name().replaceFirst("^threads", "") + asks
                        : who + "for " + wait.name() + asks;
            case MONITOR -> who + "to enter the monitor " + wait.name() + asks + held(wait);
            case LOCK -> who + "for the lock " + wait.name() + asks + held(wait);
            case CLASS_INIT -> who + "until another has initialised " + wait.name() + held(wait);
            case CLASS_LOAD -> who + "until a class is loaded" + asks;
            case CARRIER -> who + "for a carrier";
            case RUNNING, NATIVE, CPU, SOCKET, LOOKUP, FILE, SLEEP, GC, OTHER -> who + "for " + plain(wait) + asks;
        };
    }

    private static String lent(Wait wait) {
        return wait.size() > 0 ? counted(wait.size(), wait.lends()) : article(wait.lends()) + wait.lends();
    }

    private static String article(String thing) {
        return thing.startsWith("o") ? "an " : "a ";
    }

    private static String counted(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private static String held(Wait wait) {
        return wait.owner()
                .map(owner -> "; a thread in " + shorter(owner.place()) + " has it" + does(owner))
                .orElse("");
    }

    private static String does(Owner owner) {
        return owner.does().isEmpty() ? "" : " and " + owner.does();
    }

    /// `Front.serve:19` of `com.example.Front.serve:19`.
    private static String shorter(String place) {
        int method = place.lastIndexOf('.');
        int type = place.lastIndexOf('.', method - 1);
        return place.substring(type + 1);
    }
}
