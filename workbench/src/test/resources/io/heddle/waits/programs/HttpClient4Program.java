/// Runs HttpClient 4 out, or does not.
final class HttpClient4Program {
    public static void main(String[] a) throws Exception {
        String u = Waiters.slowServer();
        org.apache.http.impl.client.CloseableHttpClient c = org.apache.http.impl.client.HttpClients.custom()
                .setMaxConnPerRoute(Waiters.size(a))
                .setMaxConnTotal(100)
                .build();
        Waiters.run(a, () -> {
            try (org.apache.http.client.methods.CloseableHttpResponse r = c.execute(new org.apache.http.client.methods.HttpGet(u))) {
                org.apache.http.util.EntityUtils.consume(r.getEntity());
            }
        });
    }
}
