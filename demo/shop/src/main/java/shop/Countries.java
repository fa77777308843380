package shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Hazard: asks another service while the class is initialised, and everybody who needs the class waits. */
final class Countries {

    private static final List<String> CODES = load();

    private Countries() {}

    static boolean has(String code) {
        return CODES.contains(code);
    }

    private static List<String> load() {
        String address = System.getProperty("shop.countries", "http://localhost:9000/countries");
        try (InputStream in = URI.create(address).toURL().openStream()) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split(","));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
