package io.heddle.lab.bench;

import io.heddle.race.target.OwnedProcess;
import java.net.URI;
import java.util.Set;

/// A program that serves on loopback.
///
/// @param port where
/// @param process ends with the case
public record Server(int port, OwnedProcess process) {

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /// Its processes.
    Set<Long> pids() {
        return process.tree();
    }
}
