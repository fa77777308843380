package io.heddle.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Cuts a report into pages that a model can read: the beginning of the report once, and the items of one list, as many
/// as fit.
final class Pages {

    /// Bytes of an answer, in UTF-8.
    static final int MOST = 16_000;

    /// For the page's own figures, and a comma each.
    private static final int MARGIN = 200;

    /// Part of it that is for the rest of the report at least, which goes with the first page.
    private static final int HEAD = MOST / 5;

    /// Why a check is as sure as it is: told of a single finding only.
    private static final String FEATURES = "features";

    private Pages() {}

    /// What an agent wants of a report.
    ///
    /// @param list name of the list whose items are told
    /// @param from its first item, from 0
    /// @param count most items
    record Wish(String list, int from, int count) {}

    /// @throws Refused when the report has no such list, or it ends before
    static String of(ObjectNode report, Wish wish) {
        ObjectNode head = report.deepCopy();
        JsonNode named = head.remove(wish.list());
        if (!(named instanceof ArrayNode items)) {
            throw new Refused("the report has no list " + wish.list() + "; it has " + lists(report));
        }
        if (wish.from() > 0 && wish.from() >= items.size()) {
            throw new Refused(wish.list() + " has " + items.size() + " items: from is 0 to " + (items.size() - 1));
        }
        int free = MOST - MARGIN - wish.list().length();
        ObjectNode page = wish.from() > 0
                ? report.objectNode()
                : (ObjectNode) Shortener.to(Math.max(HEAD, free - Shortener.bytes(items)), head);
        ArrayNode told = report.arrayNode();
        int room = free - Shortener.bytes(page);
        int next = wish.from();
        while (next < items.size() && told.size() < wish.count()) {
            // A single long item is shortened rather than left out; others wait for their page.
            JsonNode item = Shortener.to(told.isEmpty() ? room : MOST / 4, item(items.get(next), wish));
            int length = Shortener.bytes(item) + 1;
            if (length > room) {
                break;
            }
            told.add(item);
            room -= length;
            next++;
        }
        page.set(wish.list(), told);
        ObjectNode where = page.putObject("page");
        where.put("list", wish.list())
                .put("from", wish.from())
                .put("items", told.size())
                .put("of", items.size());
        if (next < items.size()) {
            where.put("next", next);
        }
        return Shortener.text(page);
    }

    private static JsonNode item(JsonNode whole, Wish wish) {
        return wish.count() > 1 && whole instanceof ObjectNode object && object.has(FEATURES)
                ? object.deepCopy().without(FEATURES)
                : whole;
    }

    private static String lists(ObjectNode report) {
        List<String> names = StreamSupport.stream(report.properties().spliterator(), false)
                .filter(field -> field.getValue().isArray())
                .map(java.util.Map.Entry::getKey)
                .toList();
        return names.isEmpty() ? "none" : names.stream().collect(Collectors.joining(", "));
    }
}
