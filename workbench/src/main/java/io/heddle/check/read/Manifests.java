package io.heddle.check.read;

import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;

/// Reads the main attributes of a manifest, damaged or not. The JDK's own reader ends at the first line that is none,
/// and logs of a hostile one to standard error, past the gate that all other output goes through.
final class Manifests {

    private Manifests() {}

    /// Of two attributes of one name the last counts, as in the JDK. Lines that are none are left out.
    static Attributes main(byte[] manifest) {
        Attributes attributes = new Attributes();
        // A line may end in the middle of a character.
        String bytes = new String(manifest, StandardCharsets.ISO_8859_1)
                .replaceAll("\r\n?", "\n")
                .replace("\n ", "");
        String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        for (String line : text.split("\n", -1)) {
            if (line.isEmpty()) {
                return attributes;
            }
            int colon = line.indexOf(": ");
            if (colon > 0) {
                try {
                    attributes.putValue(line.substring(0, colon), line.substring(colon + 2));
                } catch (IllegalArgumentException noName) {
                    // An attribute that nobody can ask for.
                }
            }
        }
        return attributes;
    }
}
