/// Runs HikariCP out, or does not.
final class HikariProgram {
    public static void main(String[] a) throws Exception {
        com.zaxxer.hikari.HikariConfig c = new com.zaxxer.hikari.HikariConfig();
        c.setJdbcUrl("jdbc:h2:mem:x");
        c.setMaximumPoolSize(Waiters.size(a));
        Waiters.jdbc(a, new com.zaxxer.hikari.HikariDataSource(c));
    }
}
