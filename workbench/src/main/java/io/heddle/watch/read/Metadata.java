package io.heddle.watch.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The types of a chunk. Each JDK writes other fields; what they are stands in the recording itself.
final class Metadata {

    private static final int DEEPEST = 12;
    private static final Map<String, Layout> SIMPLE = Map.of(
            "boolean",
            Layout.fixed(1),
            "byte",
            Layout.fixed(1),
            "char",
            Layout.integer(),
            "short",
            Layout.integer(),
            "int",
            Layout.integer(),
            "long",
            Layout.integer(),
            "float",
            Layout.fixed(Float.BYTES),
            "double",
            Layout.fixed(Double.BYTES),
            "java.lang.String",
            Layout.text());

    private final Map<Long, Element> described = new HashMap<>();
    /// As they are asked for, by several readers at once.
    private final Map<Long, RecordedType> types = new ConcurrentHashMap<>();

    private Metadata() {}

    /// @param bytes where the texts begin
    /// @throws Damage when they cannot be read
    static Metadata read(Bytes bytes) {
        Metadata metadata = new Metadata();
        for (Element part : Element.read(bytes).children("metadata")) {
            part.children("class").forEach(type -> metadata.described.put(type.number("id"), type));
        }
        if (metadata.described.isEmpty()) {
            throw new Damage("no types are described");
        }
        return metadata;
    }

    /// Names of all types, by their numbers.
    Map<Long, String> names() {
        Map<Long, String> names = new HashMap<>();
        described.forEach((number, element) -> names.put(number, element.text("name")));
        return names;
    }

    /// @throws Damage when it is not described, or contains itself
    RecordedType type(long number) {
        return type(number, 0);
    }

    private RecordedType type(long number, int depth) {
        RecordedType known = types.get(number);
        if (known != null) {
            return known;
        }
        Element element = described.get(number);
        if (element == null || depth > DEEPEST) {
            throw new Damage("a type that is not described");
        }
        String name = element.text("name");
        List<RecordedType.Field> fields = new ArrayList<>();
        for (Element field : element.children("field")) {
            fields.add(field(field, depth));
        }
        Layout layout = SIMPLE.containsKey(name)
                ? SIMPLE.getOrDefault(name, Layout.NOTHING)
                : Layout.of(fields.stream().map(RecordedType.Field::layout).toList());
        RecordedType type = new RecordedType(name, fields, layout);
        types.put(number, type);
        return type;
    }

    private RecordedType.Field field(Element field, int depth) {
        long number = field.number("class");
        boolean constant = field.text("constantPool").equals("true");
        boolean array = field.number("dimension") > 0;
        // The type of a constant is not looked into: stack traces and threads refer to each other.
        String type = Optional.ofNullable(described.get(number))
                .map(element -> element.text("name"))
                .orElse("");
        Layout one = constant ? Layout.integer() : type(number, depth + 1).layout();
        if (!constant && !SIMPLE.containsKey(type) && type(number, depth + 1).isEmpty()) {
            throw new Damage("a type without fields");
        }
        return new RecordedType.Field(
                field.text("name"), type, number, constant, array, unit(field), array ? Layout.array(one) : one);
    }

    private String unit(Element field) {
        return field.children("annotation").stream()
                .filter(note -> Optional.ofNullable(described.get(note.number("class")))
                        .map(type -> type.text("name"))
                        .orElse("")
                        .equals("jdk.jfr.Timespan"))
                .map(note -> note.text("value").isEmpty() ? note.text("value-0") : note.text("value"))
                .findFirst()
                .orElse("");
    }
}
