package io.heddle.lab.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Results that an earlier run has kept as JSON.
final class Kept {

    private Kept() {
    }

    /// The experiments of a file.
    ///
    /// @throws Failure when it is no result of the lab
    static List<JsonNode> experiments(Path file) {
        try {
            JsonNode root = JsonMapper.builder().build().readTree(file.toFile());
            List<JsonNode> all = new ArrayList<>();
            if (root.has("experiments")) {
                root.path("experiments").forEach(all::add);
            } else if (root.has("rows")) {
                all.add(root);
            }
            if (all.isEmpty()) {
                throw new Failure(file + " is no result of the lab", "make one with: heddle lab NAME --json " + file);
            }
            return all;
        } catch (IOException e) {
            throw new Failure("cannot read " + file + ": " + e.getMessage(), "make one with: heddle lab NAME --json " + file, e);
        }
    }
}
