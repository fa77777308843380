/// Runs Agroal out, or does not.
final class AgroalProgram {
    public static void main(String[] a) throws Exception {
        int n = Waiters.size(a);
        Waiters.jdbc(
                a,
                io.agroal.api.AgroalDataSource.from(
                        new io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier()
                                .connectionPoolConfiguration(p -> p.maxSize(n)
                                        .initialSize(n)
                                        .acquisitionTimeout(java.time.Duration.ofSeconds(30))
                                        .connectionFactoryConfiguration(f -> f.jdbcUrl("jdbc:h2:mem:x")))));
    }
}
