package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NetCountersTest {

    @Test
    void movesByWhatWasCountedSince() {
        assertEquals(new NetCounters(1, 2, 3), new NetCounters(11, 22, 33).since(new NetCounters(10, 20, 30)));
    }

    @Test
    void findsItsColumnsByName() {
        NetCounters counters = NetCounters.parse(List.of(
                "IpExt: ListenOverflows",
                "IpExt: 99",
                "TcpExt: SyncookiesSent ListenOverflows ListenDrops Other TCPSynRetrans",
                "TcpExt: 1 3321 3322 5 1207"));
        assertEquals(new NetCounters(3321, 3322, 1207), counters);
        assertEquals(List.of(), counters.doubtsSince(counters));
        List<String> doubts = counters.doubtsSince(new NetCounters(0, 0, 1207));
        assertEquals(1, doubts.size());
        assertTrue(doubts.getFirst().contains("3,321"), doubts.getFirst());
    }

    @Test
    void aKernelWithoutThemHasNone() {
        assertEquals(new NetCounters(0, 0, 0), NetCounters.parse(List.of()));
        assertEquals(new NetCounters(0, 0, 0), NetCounters.parse(List.of("TcpExt: A", "TcpExt: 7")));
    }
}
