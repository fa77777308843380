package com.example.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends to a file under a monitor. */
final class Receipts {

    private final Object lock = new Object();
    private final Path file;

    Receipts() {
        try {
            file = Files.createTempFile("receipts", ".txt");
            file.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String write(String line) {
        synchronized (lock) {
            try {
                Files.writeString(file, line + "\n", StandardOpenOption.TRUNCATE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return line;
    }
}
