/// Runs Druid out, or does not.
final class DruidProgram {
    public static void main(String[] a) throws Exception {
        com.alibaba.druid.pool.DruidDataSource s = new com.alibaba.druid.pool.DruidDataSource();
        s.setUrl("jdbc:h2:mem:x");
        s.setInitialSize(2);
        s.setMaxActive(Waiters.size(a));
        Waiters.jdbc(a, s);
    }
}
