package io.heddle.watch.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A type as the recording describes it: what an event or a constant is made of.
final class RecordedType {

    static final RecordedType NONE = new RecordedType("", List.of(), Layout.NOTHING);

    private final String name;
    private final List<Field> fields;
    private final Map<String, Integer> places = new HashMap<>();
    /// What stands before each field, as it is first asked for.
    private final @Nullable Layout[] ahead;
    private final Layout layout;
    private final List<Layout> threads;

    /// One field, and how it is written.
    ///
    /// @param type name of its type
    /// @param constant it is the key of a constant
    /// @param unit of a length of time, such as `TICKS`; empty when it is none
    record Field(
            String name, String type, long typeNumber, boolean constant, boolean array, String unit, Layout layout) {

        static final Field NONE = new Field("", "", -1, false, false, "", Layout.NOTHING);
    }

    RecordedType(String name, List<Field> fields, Layout layout) {
        this.name = name;
        this.fields = fields;
        this.layout = layout;
        this.ahead = new Layout[fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            places.put(fields.get(i).name(), i);
        }
        this.threads = fields.stream()
                .filter(field ->
                        field.constant() && !field.array() && field.type().equals("java.lang.Thread"))
                .map(field -> ahead(field.name()))
                .toList();
    }

    String name() {
        return name;
    }

    /// What stands before each field that names a thread.
    List<Layout> threads() {
        return threads;
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    Layout layout() {
        return layout;
    }

    boolean has(String field) {
        return places.containsKey(field);
    }

    /// What stands before a field; nothing where there is none of that name.
    Layout ahead(String field) {
        Integer place = places.get(field);
        return place == null ? Layout.NOTHING : ahead(place);
    }

    private Layout ahead(int place) {
        Layout known = ahead[place];
        if (known == null) {
            known = Layout.of(
                    fields.subList(0, place).stream().map(Field::layout).toList());
            ahead[place] = known;
        }
        return known;
    }

    /// Goes to a field of a value that begins here.
    ///
    /// @return [Field#NONE] when the type has none of that name; the place is anywhere then
    Field seek(Bytes bytes, String field) {
        Integer place = places.get(field);
        if (place == null) {
            return Field.NONE;
        }
        ahead(place).pass(bytes);
        return fields.get(place);
    }
}
