package com.example.shop;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

@Configuration(proxyBeanMethods = false)
public class QuoteClient {

    // Apache's client keeps 5 connections a route unless told otherwise, which would be the limit of every caller.
    private static final int CONNECTIONS = 2_000;

    @Bean
    RestClient quotes(RestClient.Builder builder, @Value("${shop.quotes-url}") String url) {
        HttpComponentsClientHttpRequestFactoryBuilder http = ClientHttpRequestFactoryBuilder.httpComponents()
                .withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute(CONNECTIONS).setMaxConnTotal(CONNECTIONS));
        return builder.baseUrl(url).requestFactory(http.build()).build();
    }
}
