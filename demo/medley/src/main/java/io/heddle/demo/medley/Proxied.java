package io.heddle.demo.medley;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Puts a proxy of the JDK before an implementation, as frameworks do.
final class Proxied {

    private Proxied() {}

    static <T> T of(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
