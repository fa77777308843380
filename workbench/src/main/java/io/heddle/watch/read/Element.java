package io.heddle.watch.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One node of the tree in which a recording describes its types.
record Element(String name, Map<String, String> attributes, List<Element> children) {

    private static final int DEEPEST = 12;

    /// @throws Damage when it is none
    static Element read(Bytes bytes) {
        List<String> names = new ArrayList<>();
        for (int left = bytes.count(); left > 0; left--) {
            // Each field of each event is looked up by its name: the same object is found at a glance.
            names.add(Texts.read(bytes, key -> "").intern());
        }
        return read(bytes, names, 0);
    }

    private static Element read(Bytes bytes, List<String> names, int depth) {
        if (depth > DEEPEST) {
            throw new Damage("types within types without end");
        }
        String name = name(bytes, names);
        Map<String, String> attributes = new HashMap<>();
        for (int left = bytes.count(); left > 0; left--) {
            String key = name(bytes, names);
            attributes.put(key, name(bytes, names));
        }
        List<Element> children = new ArrayList<>();
        for (int left = bytes.count(); left > 0; left--) {
            children.add(read(bytes, names, depth + 1));
        }
        return new Element(name, attributes, children);
    }

    private static String name(Bytes bytes, List<String> names) {
        long index = bytes.integer();
        if (index < 0 || index >= names.size()) {
            throw new Damage("a name that is not there");
        }
        return names.get((int) index);
    }

    List<Element> children(String named) {
        return children.stream().filter(child -> child.name.equals(named)).toList();
    }

    String text(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /// @return 0 when it has none
    /// @throws Damage when it is no number
    long number(String attribute) {
        String text = text(attribute);
        try {
            long number = text.isEmpty() ? 0 : Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new Damage("a number that is none");
    }
}
