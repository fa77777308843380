/// Runs Tomcat JDBC out, or does not.
final class TomcatJdbcProgram {
    public static void main(String[] a) throws Exception {
        org.apache.tomcat.jdbc.pool.PoolProperties p = new org.apache.tomcat.jdbc.pool.PoolProperties();
        p.setUrl("jdbc:h2:mem:x");
        p.setDriverClassName("org.h2.Driver");
        p.setMaxActive(Waiters.size(a));
        p.setInitialSize(2);
        Waiters.jdbc(a, new org.apache.tomcat.jdbc.pool.DataSource(p));
    }
}
