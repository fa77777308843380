package com.example.shop;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

@Configuration(proxyBeanMethods = false)
public class QuoteClient {

    // Apache's client keeps 5 connections a route unless told otherwise, which would be the limit of every caller.
    private static final int CONNECTIONS = 2_000;

    @Bean
    RestClient quotes(RestClient.Builder builder, @Value("${shop.quotes-url}") String url) {
        return builder.baseUrl(url)
                .requestFactory(ClientHttpRequestFactoryBuilder.httpComponents()
                        .withHttpClientCustomizer(QuoteClient::plainCalls)
                        .withConnectionManagerCustomizer(QuoteClient::manyConnections)
                        .build())
                .build();
    }

    // One service calls another: no cookies, no redirects, and a call that fails has failed.
    private static void plainCalls(HttpClientBuilder client) {
        client.disableCookieManagement()
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableAuthCaching();
    }

    private static void manyConnections(PoolingHttpClientConnectionManagerBuilder pool) {
        pool.setMaxConnPerRoute(CONNECTIONS).setMaxConnTotal(CONNECTIONS);
    }
}
