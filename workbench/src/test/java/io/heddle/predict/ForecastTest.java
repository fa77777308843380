package io.heddle.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Services whose limits are known.
class ForecastTest {

    private static final double HEADROOM = 2;
    private static final long MANY = 100_000;

    private static Demand demand(double rate, double response, double queued, double waiting, Station... stations) {
        return new Demand(rate, response, queued, waiting, List.of(stations), Optional.of(4), MANY);
    }

    private static Station cpu(double seconds) {
        return new Station(Station.CPU, "", 4, seconds);
    }

    private static Station pool(int size, double seconds) {
        return new Station(Station.POOL, "orders", size, seconds);
    }

    /// 20 of 200 threads: twice the rate needs 40.
    @Test
    void idleThreadsAreNoNeed() {
        Forecast forecast = new Forecast(demand(200, 0.1, 0, 0.09, cpu(0.002)), 200, HEADROOM);
        assertFalse(forecast.need().needed());
        assertEquals(
                2_000, forecast.need().threadsLimitFrom().estimate(), 100, "200 threads ÷ 100 ms, or 4 cores ÷ 2 ms");
    }

    /// 15 of 20 threads: twice the rate needs 30.
    @Test
    void busyThreadsAreANeed() {
        assertTrue(new Forecast(demand(150, 0.1, 0, 0.095, cpu(0.002)), 20, HEADROOM)
                .need()
                .needed());
    }

    /// Ten times the threads would carry no more.
    @Test
    void aPoolThatIsFullBeforeTheThreadsIsNoNeedForMoreOfThem() {
        Forecast forecast = new Forecast(demand(80, 0.15, 0.05, 0.1, pool(10, 0.1), cpu(0.001)), 200, HEADROOM);
        assertFalse(forecast.need().needed());
        Forecast.Judged on25 = forecast.judged(25);
        assertEquals(Verdict.Kind.NO_GAIN, on25.kind());
        assertEquals(Station.POOL, on25.code());
    }

    @Test
    void threadsThatLimitAloneAreAGainWhereAllTimeIsExplained() {
        Forecast forecast = new Forecast(demand(150, 0.1, 0, 0.098, cpu(0.001)), 20, HEADROOM);
        Forecast.Judged on25 = forecast.judged(25);
        assertEquals(Verdict.Kind.GAIN, on25.kind());
        assertEquals("threads-limit", on25.code());
    }

    /// A wait for another service may stand inside of a monitor.
    @Test
    void until23AnyWaitMightHoldACarrier() {
        Forecast forecast = new Forecast(demand(150, 0.1, 0, 0.098, cpu(0.001)), 20, HEADROOM);
        assertEquals(Verdict.Kind.UNDECIDED, forecast.judged(21).kind());
        assertEquals("unexplained-time", forecast.judged(21).code());
    }

    @Test
    void timeThatNobodyExplainsIsNoGain() {
        Forecast forecast = new Forecast(demand(150, 0.1, 0, 0.02, cpu(0.001)), 20, HEADROOM);
        assertEquals(Verdict.Kind.UNDECIDED, forecast.judged(25).kind());
    }

    @Test
    void whoeverComputesGainsNothing() {
        Forecast forecast = new Forecast(demand(300, 0.012, 0, 0, cpu(0.0118)), 200, HEADROOM);
        Forecast.Judged on21 = forecast.judged(21);
        assertEquals(Verdict.Kind.NO_GAIN, on21.kind());
        assertEquals(Station.CPU, on21.code());
        assertEquals(339, on21.best().orElseThrow().capacity().estimate(), 1);
    }

    @Test
    void fewRequestsWidenTheInterval() {
        Demand few = new Demand(150, 0.1, 0, 0.098, List.of(cpu(0.001)), Optional.of(4), 50);
        double width = width(new Forecast(few, 20, HEADROOM));
        assertTrue(width > 1.5 * width(new Forecast(demand(150, 0.1, 0, 0.098, cpu(0.001)), 20, HEADROOM)), "" + width);
    }

    private static double width(Forecast forecast) {
        return forecast.platform().capacity().high()
                - forecast.platform().capacity().low();
    }
}
