package io.heddle.demo.holders;

/// Native code that calls Java code back, which blocks: pins on every JDK. The JVM's own native accessor of
/// `Method.invoke` is such code when `-Djdk.reflect.useNativeAccessorOnly=true` asks for it.
final class Callback {

    private Callback() {}

    static void call() throws Exception {
        Callback.class.getDeclaredMethod("direct").invoke(null);
    }

    static void direct() throws InterruptedException {
        Thread.sleep(100);
    }
}
