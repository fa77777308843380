/// Runs HttpClient 5 out, or does not.
final class HttpClient5Program {
    public static void main(String[] a) throws Exception {
        String u = Waiters.slowServer();
        org.apache.hc.client5.http.impl.classic.CloseableHttpClient c = org.apache.hc.client5.http.impl.classic.HttpClients.custom()
                .setConnectionManager(
                        org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder.create()
                                .setMaxConnPerRoute(Waiters.size(a))
                                .setMaxConnTotal(100)
                                .build())
                .build();
        Waiters.run(
                a,
                () -> c.execute(new org.apache.hc.client5.http.classic.methods.HttpGet(u), r -> {
                    org.apache.hc.core5.http.io.entity.EntityUtils.consume(r.getEntity());
                    return 0;
                }));
    }
}
