package com.example.shop;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What the shop does, whichever server asks. */
final class Shop {

    private static final String PORT = "--server.port=";

    private final HikariDataSource pool = new HikariDataSource();
    private final Prices prices = new Prices(pool);
    private final Receipts receipts = new Receipts();

    Shop() throws SQLException {
        pool.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table item (id int primary key, name varchar(20), cents int)");
            statement.execute("insert into item values (1, 'apple', 30), (2, 'pear', 40), (3, 'plum', 20)");
        }
    }

    static int port(String[] args) {
        for (String arg : args) {
            if (arg.startsWith(PORT)) {
                return Integer.parseInt(arg.substring(PORT.length()));
            }
        }
        return 8080;
    }

    String items() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from item order by id")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return String.join(",", names);
    }

    String price(int item) throws SQLException {
        return Integer.toString(prices.of(item));
    }

    String order(int item) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("update item set cents = cents + 1 where id = ?")) {
            statement.setInt(1, item);
            statement.executeUpdate();
        }
        return receipts.write("ordered " + item);
    }
}
