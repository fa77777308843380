package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Guarded by `junit-platform.properties`.
class ShopApplicationTest {

    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void start() {
        shop = SpringApplication.run(
                ShopApplication.class, "--server.port=0", "--spring.threads.virtual.enabled=true");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void placesAnOrder() throws Exception {
        String port = shop.getEnvironment().getProperty("local.server.port");
        HttpRequest order = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                .POST(BodyPublishers.noBody())
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertEquals("1", client.send(order, BodyHandlers.ofString()).body());
        }
    }
}
