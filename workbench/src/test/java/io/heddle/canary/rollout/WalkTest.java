package io.heddle.canary.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.rollout.Answers.Answer;
import io.heddle.canary.rollout.Walk.End;
import io.heddle.canary.rollout.Walk.Ended;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import io.heddle.demo.servers.RealServer.Kind;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.model.CanaryMetric.Shown;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a real HAProxy, whose weights are read back from it.
class WalkTest {

    private static final Servers SERVERS = Servers.of("platform", "virtual");
    private static final List<Integer> WEIGHTS = List.of(5, 50, 100);

    @TempDir
    private Path folder;

    private RealServer haproxy;
    private AdminSocket admin;
    private final List<String> said = new ArrayList<>();
    private Supplier<Answer> answer = () -> Answer.NOBODY;
    private int begun;

    @BeforeEach
    void startHaProxy() throws Exception {
        int port = Ports.free();
        Path socket = folder.resolve("admin.sock");
        haproxy = RealServer.start(Kind.HAPROXY, folder, """
                global
                    stats socket %s mode 600 level admin
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 5s
                    timeout server 5s
                frontend in
                    bind 127.0.0.1:%d
                    default_backend shop
                backend shop
                    server platform 127.0.0.1:1 weight 100
                    server virtual 127.0.0.1:2 weight 0
                backend static
                    balance static-rr
                    server old 127.0.0.1:1 weight 100
                    server new 127.0.0.1:2 weight 1
                backend crowded
                    server a 127.0.0.1:1
                    server b 127.0.0.1:2
                    server c 127.0.0.1:3
                """.formatted(socket, port), port);
        admin = new AdminSocket(socket);
    }

    @AfterEach
    void endHaProxy() {
        haproxy.close();
    }

    @Test
    void aPassReachesTheLastWeight() throws Exception {
        Ended ended = walk(looks(Canary.Kind.UNDECIDED, Canary.Kind.UNDECIDED, Canary.Kind.PASS));
        assertEquals(new Ended(End.REACHED, 100), ended, said::toString);
        assertEquals(List.of(0, 100), weights());
        assertEquals(2, begun, "weights that are judged");
        assertTrue(said.contains("the canary takes 5 %") && said.contains("the canary takes 50 %"), said.toString());
    }

    @Test
    void aFailGoesBackToNothing() throws Exception {
        Ended ended = walk(looks(Canary.Kind.UNDECIDED, Canary.Kind.UNDECIDED, Canary.Kind.FAIL));
        assertEquals(new Ended(End.FAILED, 0), ended, said::toString);
        assertEquals(List.of(100, 0), weights());
    }

    @Test
    void aMetricThatGetsWorseAfterThePassFailsToo() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Ended ended = walk(() -> seen(Canary.Kind.PASS, looks.incrementAndGet() < 2 ? Shown.NO_WORSE : Shown.WORSE));
        assertEquals(new Ended(End.FAILED, 0), ended, said::toString);
        assertEquals(List.of(100, 0), weights());
        assertTrue(said.toString().contains("p95 is shown worse since it passed"), said.toString());
    }

    @Test
    void undecidedAtTheDeadlineIsLeftWhereNobodyIsThere() throws Exception {
        Ended ended = walk(looks(Canary.Kind.UNDECIDED));
        assertEquals(new Ended(End.WAITS, 50), ended, said::toString);
        assertEquals(List.of(50, 50), weights());
    }

    @Test
    void undecidedAtTheDeadlineWaitsForAPerson() throws Exception {
        answer = () -> said.toString().contains("type go") ? Answer.GO : Answer.NONE;
        assertEquals(new Ended(End.REACHED, 100), walk(looks(Canary.Kind.UNDECIDED)), said::toString);
        said.clear();
        answer = () -> said.toString().contains("takes 50 %") ? Answer.BACK : Answer.NONE;
        assertEquals(new Ended(End.TAKEN_BACK, 0), walk(looks(Canary.Kind.UNDECIDED)), said::toString);
        assertEquals(List.of(100, 0), weights());
    }

    @Test
    void anInterruptGoesBackUnlessToldOtherwise() throws Exception {
        assertEquals(new Ended(End.STOPPED, 0), interruptedAt5(false), said::toString);
        assertEquals(List.of(100, 0), weights());
        assertEquals(new Ended(End.STOPPED, 5), interruptedAt5(true), said::toString);
        assertEquals(List.of(95, 5), weights());
    }

    @Test
    void aLookThatFailsGoesBack() throws Exception {
        Failure failure = assertThrows(
                Failure.class,
                () -> walk(() -> {
                    throw new Failure("the log is gone", "bring it back");
                }));
        assertEquals("the log is gone; the canary is back at 0 %", failure.sentence());
        assertEquals(List.of(100, 0), weights());
    }

    @Test
    void weightsThatSomebodyElseSetsAreLeftAlone() throws Exception {
        Failure failure = assertThrows(
                Failure.class,
                () -> walk(() -> {
                    ask("set server shop/virtual weight 33");
                    return seen(Canary.Kind.UNDECIDED, Shown.NEITHER);
                }));
        assertTrue(failure.sentence().contains("somebody else sets it"), failure.sentence());
        assertEquals(List.of(95, 33), weights());
    }

    @Test
    void noTrafficIsMovedToAServerThatIsDown() throws Exception {
        ask("set server shop/virtual state maint");
        Failure failure = assertThrows(Failure.class, () -> walk(looks(Canary.Kind.PASS)));
        assertTrue(failure.sentence().contains("shop/virtual is down"), failure.sentence());
        assertEquals(List.of(100, 0), weights());
    }

    @Test
    void whatCannotBeSplitIsRefused() throws Exception {
        assertFails("no backend has the servers platform and green", Servers.of("platform", "green"));
        assertFails("other servers of backend crowded take traffic too: c", Servers.of("a", "b"));
        Failure failure = assertThrows(
                Failure.class,
                () -> Split.of(admin, Servers.of("static/old", "static/new")).set(5));
        assertTrue(failure.next().contains("balance roundrobin"), failure.next());
        Failure gone =
                assertThrows(Failure.class, () -> Split.of(new AdminSocket(folder.resolve("other.sock")), SERVERS));
        assertTrue(gone.next().contains("stats socket"), gone.next());
        assertThrows(Failure.class, () -> Servers.of("shop/a; shutdown sessions server shop/a", "b"));
    }

    private void assertFails(String expected, Servers servers) {
        String sentence =
                assertThrows(Failure.class, () -> Split.of(admin, servers)).sentence();
        assertTrue(sentence.contains(expected), sentence);
    }

    private Ended interruptedAt5(boolean keeps) throws Exception {
        said.clear();
        Thread walking = Thread.currentThread();
        return walk(
                () -> {
                    walking.interrupt();
                    return seen(Canary.Kind.UNDECIDED, Shown.NEITHER);
                },
                keeps);
    }

    private Ended walk(Supplier<Canary> looks) throws InterruptedException {
        return walk(looks, false);
    }

    private Ended walk(Supplier<Canary> looks, boolean keeps) throws InterruptedException {
        Pace pace = new Pace(WEIGHTS, Duration.ofMillis(20), Duration.ofMillis(15), Duration.ofMillis(400), keeps);
        return new Walk(Split.of(admin, SERVERS), pace, counted(looks), () -> answer.get(), said::add).run();
    }

    private Walk.Looks counted(Supplier<Canary> looks) {
        return new Walk.Looks() {
            @Override
            public void begin() {
                begun++;
            }

            @Override
            public void read() {}

            @Override
            public Canary look() {
                return looks.get();
            }
        };
    }

    /// One after the other, the last one again and again.
    private static Supplier<Canary> looks(Canary.Kind... kinds) {
        AtomicInteger next = new AtomicInteger();
        return () -> seen(kinds[Math.min(next.getAndIncrement(), kinds.length - 1)], Shown.NEITHER);
    }

    private static Canary seen(Canary.Kind kind, Shown shown) {
        CanaryMetric metric = new CanaryMetric("p95", 1, 0.9, 1.1, 0.1, shown, 100, 100, 15, 2, 0, "");
        return new Canary(
                kind, "as told", List.of(metric), List.of(), 1, 30, List.of(), List.of(), List.of(), Optional.empty());
    }

    /// Weights of platform and virtual, as HAProxy has them.
    private List<Integer> weights() throws InterruptedException {
        assertFalse(Thread.interrupted());
        return ServerState.parse(admin.ask("show servers state shop")).stream()
                .map(ServerState::weight)
                .toList();
    }

    private String ask(String command) {
        try {
            return admin.ask(command);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
