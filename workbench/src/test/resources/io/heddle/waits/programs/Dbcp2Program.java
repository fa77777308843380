/// Runs DBCP 2 out, or does not.
final class Dbcp2Program {
    public static void main(String[] a) throws Exception {
        org.apache.commons.dbcp2.BasicDataSource s = new org.apache.commons.dbcp2.BasicDataSource();
        s.setUrl("jdbc:h2:mem:x");
        s.setMaxTotal(Waiters.size(a));
        s.setMaxIdle(Waiters.size(a));
        Waiters.jdbc(a, s);
    }
}
