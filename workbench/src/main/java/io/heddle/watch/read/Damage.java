package io.heddle.watch.read;

/// Bytes that cannot be what they should be. Never leaves this package: it becomes a sentence for people.
final class Damage extends RuntimeException {

    private static final long serialVersionUID = 1;

    Damage(String what) {
        super(what, null, false, false);
    }
}
