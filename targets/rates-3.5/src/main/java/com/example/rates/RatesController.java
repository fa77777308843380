package com.example.rates;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class RatesController {

    private static final int COUNTRIES = 50;

    private final RatesClient rates;
    private final CountryCache countries;
    private final AtomicInteger next = new AtomicInteger();

    public RatesController(RatesClient rates, CountryCache countries) {
        this.rates = rates;
        this.countries = countries;
    }

    @GetMapping("/api/quote")
    public String quote() {
        return rates.quote();
    }

    @GetMapping("/api/locked")
    public String locked() {
        String country = countries.name("C" + next.getAndIncrement() % COUNTRIES);
        return country + rates.lockedQuote();
    }
}
