package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Hazard: asks another service under the monitor of the class. */
final class Motd {

    private static String text = "";

    private Motd() {}

    static String today() throws IOException {
        synchronized (Motd.class) {
            if (text.isEmpty()) {
                try (InputStream in =
                        URI.create("http://localhost:9000/motd").toURL().openStream()) {
                    text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
            return text;
        }
    }
}
