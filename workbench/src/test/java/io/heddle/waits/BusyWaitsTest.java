package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Code that runs: does it work, or wait for a pool?
class BusyWaitsTest {

    @Test
    void aLoopInThePoolsOwnCodeWaits() {
        assertEquals(
                Optional.of("a connection of Agroal"),
                BusyWaits.of(List.of(
                        frame("io.agroal.pool.ConnectionPool", "handlerFromSharedCache"),
                        frame("io.agroal.pool.ConnectionPool", "getConnection"),
                        frame("shop.Orders", "add"))));
    }

    @Test
    void whatAPoolCallsWorks() {
        assertEquals(
                Optional.empty(),
                BusyWaits.of(List.of(
                        frame("org.postgresql.Driver", "connect"),
                        frame("io.agroal.pool.ConnectionPool", "getConnection"),
                        frame("shop.Orders", "add"))));
        assertEquals(Optional.empty(), BusyWaits.of(List.of(frame("shop.Hash", "grind"))));
        assertEquals(Optional.empty(), BusyWaits.of(List.of()));
    }

    private static StackFrame frame(String type, String method) {
        return new StackFrame(type, method, "", 1, -1, false, false);
    }
}
