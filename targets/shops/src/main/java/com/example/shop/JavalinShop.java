package com.example.shop;

import io.javalin.Javalin;
import io.javalin.http.Context;

public final class JavalinShop {

    private JavalinShop() {}

    public static void main(String[] args) throws Exception {
        Shop shop = new Shop();
        Javalin.create(config -> config.showJavalinBanner = false)
                .get("/items", context -> context.result(shop.items()))
                .get("/price", context -> context.result(shop.price(item(context))))
                .post("/order", context -> context.result(shop.order(item(context))))
                .start("localhost", Shop.port(args));
    }

    private static int item(Context context) {
        String item = context.queryParam("item");
        return item == null ? 1 : Integer.parseInt(item);
    }
}
