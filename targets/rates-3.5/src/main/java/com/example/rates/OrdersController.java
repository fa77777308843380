package com.example.rates;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrdersController {

    private final JdbcClient jdbc;
    private final Totals totals;

    public OrdersController(JdbcClient jdbc, Totals totals) {
        this.jdbc = jdbc;
        this.totals = totals;
    }

    // Fourth hazard: ten connections for a query of 50 ms. Without a pool of threads in front of it, all requests
    // wait here.
    @GetMapping("/api/orders")
    public String orders() {
        return totals.page(jdbc.sql("select name from users cross join pg_sleep(0.05) order by id")
                .query(String.class)
                .list());
    }
}
