package com.example.stock;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class StockController {

    private final DataSource pool;

    public StockController(DataSource pool) {
        this.pool = pool;
    }

    // Another service answers in 80 ms.
    @GetMapping("/quote")
    public String quote() throws InterruptedException {
        Thread.sleep(80);
        return "7.20";
    }

    // A query of 40 ms.
    @GetMapping("/stock")
    public String stock() throws InterruptedException, SQLException {
        try (Connection connection = pool.getConnection()) {
            Thread.sleep(40);
            return connection.getCatalog();
        }
    }
}
