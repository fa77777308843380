package com.example.shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

@RestController
public class QuoteController {

    private final RestClient quotes;

    public QuoteController(RestClient quotes) {
        this.quotes = quotes;
    }

    // A call to another team's service, which takes its time.
    @GetMapping("/api/quote")
    public Quote quote() {
        return quotes.get().retrieve().body(Quote.class);
    }
}
