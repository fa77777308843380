package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Hazard that fix refuses: every code can lock a class. */
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
