package com.example.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

public final class JdkShop {

    private interface Answer {
        String to(int item) throws Exception;
    }

    private JdkShop() {}

    public static void main(String[] args) throws Exception {
        Shop shop = new Shop();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Shop.port(args)), 0);
        server.setExecutor(Executors.newFixedThreadPool(50));
        server.createContext("/items", exchange -> answer(exchange, any -> shop.items()));
        server.createContext("/price", exchange -> answer(exchange, shop::price));
        server.createContext("/order", exchange -> answer(exchange, shop::order));
        server.start();
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        try (exchange) {
            String query = exchange.getRequestURI().getQuery();
            int item = query == null ? 1 : Integer.parseInt(query.substring(query.indexOf('=') + 1));
            byte[] body = answer.to(item).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            exchange.sendResponseHeaders(500, -1);
        }
    }
}
