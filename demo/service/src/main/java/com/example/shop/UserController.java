package com.example.shop;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class UserController {

    private final JdbcClient jdbc;

    public UserController(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    // A query that keeps its connection for 100 ms, as a report over a few tables does.
    @GetMapping("/api/users")
    public List<User> users() {
        return jdbc.sql("select id, name, email from users cross join pg_sleep(0.1) order by id")
                .query(User.class)
                .list();
    }
}
