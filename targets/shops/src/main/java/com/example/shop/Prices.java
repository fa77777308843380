package com.example.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Asks the database under a monitor. */
final class Prices {

    private final DataSource pool;

    Prices(DataSource pool) {
        this.pool = pool;
    }

    synchronized int of(int item) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("select cents from item where id = ?")) {
            statement.setInt(1, item);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getInt(1) : 0;
            }
        }
    }
}
