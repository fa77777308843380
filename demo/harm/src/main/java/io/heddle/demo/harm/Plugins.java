package io.heddle.demo.harm;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// Loads a plugin for each request, whose class initialiser blocks: as scripts and templates that are compiled anew
/// do.
public final class Plugins {

    /// How long a plugin's initialiser takes. Public, since a class of another loader is in another package.
    public static volatile long millis;

    private static final byte[] PLUGIN = bytes();

    private Plugins() {}

    static void initialize(long longest) throws ReflectiveOperationException {
        millis = longest;
        new Fresh().define().getDeclaredConstructor().newInstance();
    }

    private static byte[] bytes() {
        try (InputStream in = Objects.requireNonNull(Plugins.class.getResourceAsStream("SlowPlugin.class"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the plugin's class cannot be read", e);
        }
    }

    /// A class is initialised once for each loader.
    private static final class Fresh extends ClassLoader {

        Fresh() {
            super(Plugins.class.getClassLoader());
        }

        Class<?> define() {
            return defineClass("io.heddle.demo.harm.SlowPlugin", PLUGIN, 0, PLUGIN.length);
        }
    }
}
