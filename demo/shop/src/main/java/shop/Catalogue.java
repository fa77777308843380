package shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Hazard: the map locks one of its bins while the loader asks another service. */
final class Catalogue {

    private final ConcurrentMap<String, String> pages = new ConcurrentHashMap<>();

    String page(String item) {
        return pages.computeIfAbsent(item, Catalogue::load);
    }

    private static String load(String item) {
        try (InputStream in =
                URI.create("http://localhost:9000/page/" + item).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
