package com.example.rates;

import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

// Another team's service. It answers after the time that it is asked for.
@Component
public class Remote {

    private static final int CONNECTIONS = 2_000;

    private final RestClient client;

    Remote(RestClient.Builder builder, @Value("${rates.remote}") String url) {
        client = builder.baseUrl(url)
                .requestFactory(ClientHttpRequestFactoryBuilder.httpComponents()
                        .withConnectionManagerCustomizer(Remote::manyConnections)
                        .build())
                .build();
    }

    public String call(int millis) {
        return client.get()
                .uri(uri -> uri.queryParam("ms", millis).build())
                .retrieve()
                .body(String.class);
    }

    // Apache's client keeps 5 connections a route unless told otherwise.
    private static void manyConnections(PoolingHttpClientConnectionManagerBuilder pool) {
        pool.setMaxConnPerRoute(CONNECTIONS).setMaxConnTotal(CONNECTIONS);
    }
}
