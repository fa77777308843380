package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;

/// Holds a report against the contract's own example: an object's keys must be there, a list's items look like its
/// first, a text with `|` lists the words allowed, and null stands for a figure that may be unknown.
public final class Contract {

    private Contract() {}

    /// Fails where the report is not as the contract says.
    public static void check(JsonNode contract, JsonNode report) {
        check("report", contract, report);
    }

    private static void check(String where, JsonNode contract, JsonNode actual) {
        switch (contract.getNodeType()) {
            case OBJECT -> {
                assertTrue(actual.isObject(), where + " is no object: " + actual);
                contract.properties().forEach(entry -> {
                    String name = entry.getKey().replace("?", "");
                    assertTrue(actual.has(name) || entry.getKey().endsWith("?"), where + "." + name + " is missing");
                    if (actual.has(name)
                            && !(actual.get(name).isNull() && entry.getKey().endsWith("?"))) {
                        check(where + "." + name, entry.getValue(), actual.get(name));
                    }
                });
            }
            case ARRAY -> {
                assertTrue(actual.isArray(), where + " is no list: " + actual);
                actual.forEach(item -> {
                    if (!contract.isEmpty()) {
                        check(where + "[]", contract.get(0), item);
                    }
                });
            }
            case STRING -> {
                assertTrue(actual.isTextual(), where + " is no text: " + actual);
                if (contract.asText().contains(" | ")) {
                    assertTrue(
                            Arrays.asList(contract.asText().split(" \\| ")).contains(actual.asText()),
                            where + " is " + actual + ", not " + contract);
                }
            }
            case NUMBER -> assertTrue(actual.isNumber(), where + " is no number: " + actual);
            case BOOLEAN -> assertEquals(contract.getNodeType(), actual.getNodeType(), where);
            default -> throw new AssertionError("the contract's example has " + contract);
        }
    }
}
