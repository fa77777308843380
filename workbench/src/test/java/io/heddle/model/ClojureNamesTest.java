package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClojureNamesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "in acme.shop.handlers$save_basket_BANG_.invokeStatic:14 | in acme.shop.handlers/save-basket!:14",
                "handlers$save_basket_BANG_.invoke, 3 times | handlers/save-basket!, 3 times",
                "a.b$f$fn__12.invoke > a.b$g.doInvoke | fn in a.b/f > a.b/g",
                "com.shop.Basket$Line.invoke:3 | com.shop.Basket$Line.invoke:3",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke | jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
                "acme.shop.handlers$save.call | acme.shop.handlers$save.call",
                "$Proxy12.invoke | $Proxy12.invoke"
            })
    void functionsAreNamedAsClojureWritesThem(String text, String readable) {
        assertEquals(readable, ClojureNames.readable(text));
    }
}
