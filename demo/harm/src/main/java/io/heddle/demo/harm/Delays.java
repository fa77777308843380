package io.heddle.demo.harm;

import clojure.lang.AFn;
import clojure.lang.Delay;

/// A `(delay (call))` that the request makes and derefs itself, as Clojure handlers do.
final class Delays {

    private Delays() {}

    static void deref(long millis) {
        new Delay(new Call(millis)).deref();
    }

    /// What the delay is around.
    private static final class Call extends AFn {

        private final long millis;

        Call(long millis) {
            this.millis = millis;
        }

        @Override
        public Object invoke() {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return millis;
        }
    }
}
