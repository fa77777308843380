package io.heddle.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The demo service's database: one small table, owned by an ordinary user.
final class Shop {

    static final String NAME = "shop";

    private Shop() {}

    /// Makes the user, the database and its table on a fresh server.
    ///
    /// @param userPassword of the user [#NAME], hexadecimal digits only since SQL takes no parameter here
    static void create(Postgres server, String superPassword, String userPassword) {
        try {
            run(
                    server.url("postgres"),
                    "postgres",
                    superPassword,
                    List.of(
                            "create role shop login password '" + userPassword + "'",
                            "create database shop owner shop"));
            run(server.url(NAME), NAME, userPassword, List.of("""
                    create table users (
                        id bigint generated always as identity primary key,
                        name text not null,
                        email text not null unique
                    )""", """
                    insert into users (name, email)
                    select name, lower(name) || '@example.com'
                    from unnest(array['Ada', 'Barbara', 'Edsger', 'Frances', 'Grace', 'John', 'Kathleen', 'Tony']) as name"""));
        } catch (SQLException e) {
            throw new Refusal(
                    "The demo's table could not be made: " + e.getMessage() + ".",
                    "Try again; if it stays, report it with this line.",
                    e);
        }
    }

    private static void run(String url, String user, String password, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
