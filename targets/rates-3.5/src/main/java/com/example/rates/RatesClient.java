package com.example.rates;

import org.springframework.stereotype.Component;

@Component
public class RatesClient {

    private static final int LOCKED_MILLIS = 20;
    private static final int QUOTE_MILLIS = 300;

    private final Remote remote;

    RatesClient(Remote remote) {
        this.remote = remote;
    }

    public String quote() {
        return remote.call(QUOTE_MILLIS);
    }

    // First hazard: the partner takes one call at a time, so somebody made the method synchronized.
    public synchronized String lockedQuote() {
        return remote.call(LOCKED_MILLIS);
    }
}
