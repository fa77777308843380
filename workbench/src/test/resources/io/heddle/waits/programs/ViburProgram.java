/// Runs Vibur DBCP out, or does not.
final class ViburProgram {
    public static void main(String[] a) throws Exception {
        org.vibur.dbcp.ViburDBCPDataSource s = new org.vibur.dbcp.ViburDBCPDataSource();
        s.setJdbcUrl("jdbc:h2:mem:x");
        s.setUsername("sa");
        s.setPassword("");
        s.setPoolInitialSize(2);
        s.setPoolMaxSize(Waiters.size(a));
        s.start();
        Waiters.jdbc(a, s);
    }
}
