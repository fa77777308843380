package io.heddle.demo.medley;

/// What services meet through a proxy, as they meet clients, repositories and native libraries.
interface Ledger {

    /// @param millis how long it takes
    void post(long millis) throws Exception;
}
