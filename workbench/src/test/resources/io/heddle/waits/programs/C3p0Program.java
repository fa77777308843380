/// Runs c3p0 out, or does not.
final class C3p0Program {
    public static void main(String[] a) throws Exception {
        com.mchange.v2.c3p0.ComboPooledDataSource s = new com.mchange.v2.c3p0.ComboPooledDataSource();
        s.setJdbcUrl("jdbc:h2:mem:x");
        s.setMinPoolSize(2);
        s.setInitialPoolSize(Waiters.size(a));
        s.setMaxPoolSize(Waiters.size(a));
        Waiters.jdbc(a, s);
    }
}
