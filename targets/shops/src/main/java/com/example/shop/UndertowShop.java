package com.example.shop;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import java.util.Deque;

public final class UndertowShop {

    private UndertowShop() {}

    public static void main(String[] args) throws Exception {
        Shop shop = new Shop();
        RoutingHandler routes = new RoutingHandler()
                .get("/items", exchange -> exchange.getResponseSender().send(shop.items()))
                .get("/price", exchange -> exchange.getResponseSender().send(shop.price(item(exchange))))
                .post("/order", exchange -> exchange.getResponseSender().send(shop.order(item(exchange))));
        Undertow.builder()
                .addHttpListener(Shop.port(args), "localhost")
                .setHandler(new BlockingHandler(routes))
                .build()
                .start();
    }

    private static int item(HttpServerExchange exchange) {
        Deque<String> item = exchange.getQueryParameters().get("item");
        return item == null ? 1 : Integer.parseInt(item.getFirst());
    }
}
