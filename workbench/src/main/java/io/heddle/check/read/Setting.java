package io.heddle.check.read;

import java.util.Locale;

/// One line of a service's settings.
///
/// @param key as it is written, the levels of YAML joined by dots
/// @param file its name, such as `application.properties`
/// @param line at least 1
public record Setting(String key, String value, String file, int line, Artifact artifact) {

    /// Whether it is this key, however it is spelt: Spring takes `threadPool`, `thread-pool` and `thread_pool` for
    /// one.
    public boolean is(String other) {
        return plain(key).equals(plain(other));
    }

    /// Whether it switches something on.
    public boolean isTrue() {
        return value.equalsIgnoreCase("true");
    }

    /// Whether it sets something below this key.
    public boolean isBelow(String other) {
        return plain(key).startsWith(plain(other) + ".");
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
