package io.heddle.check;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Archives that tests make.
final class Archives {

    private Archives() {}

    /// An archive with one entry.
    static byte[] of(String name, byte[] content) throws IOException {
        return of(Map.of(name, content));
    }

    /// An archive with entries in their order.
    static byte[] of(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
