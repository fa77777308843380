package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** Hazard: queries a database under the monitor of a private object, with a driver that has monitors of its own. */
final class Stock {

    private final Object lock = new Object();
    private final PGSimpleDataSource source = new PGSimpleDataSource();

    int of(String item) throws SQLException {
        synchronized (lock) {
            try (Connection connection = source.getConnection();
                    PreparedStatement query = connection.prepareStatement("select amount from stock where item = ?")) {
                query.setString(1, item);
                try (ResultSet rows = query.executeQuery()) {
                    return rows.next() ? rows.getInt(1) : 0;
                }
            }
        }
    }
}
