package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Hazard: asks another service while it holds its own monitor. */
final class Prices {

    private final String address;
    private final Map<String, Integer> known = new HashMap<>();

    Prices(String address) {
        this.address = address;
    }

    synchronized int of(String item) throws IOException {
        Integer price = known.get(item);
        if (price == null) {
            try (InputStream in = URI.create(address + item).toURL().openStream()) {
                price = Integer.valueOf(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
            }
            known.put(item, price);
        }
        return price;
    }

    synchronized void forget() {
        known.clear();
    }
}
