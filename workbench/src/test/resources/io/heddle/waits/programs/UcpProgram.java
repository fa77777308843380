/// Runs UCP out, or does not.
final class UcpProgram {
    public static void main(String[] a) throws Exception {
        oracle.ucp.jdbc.PoolDataSource s = oracle.ucp.jdbc.PoolDataSourceFactory.getPoolDataSource();
        s.setConnectionFactoryClassName("org.h2.jdbcx.JdbcDataSource");
        s.setURL("jdbc:h2:mem:x");
        s.setUser("sa");
        s.setPassword("");
        s.setInitialPoolSize(Waiters.size(a));
        s.setMaxPoolSize(Waiters.size(a));
        s.setConnectionWaitTimeout(30);
        Waiters.jdbc(a, s);
    }
}
