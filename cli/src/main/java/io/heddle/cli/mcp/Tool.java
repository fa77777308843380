package io.heddle.cli.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A tool that an agent finds.
///
/// @param source where its report comes from
/// @param parameters without those of the pages
/// @param list of the report whose items are told, unless another is asked for; empty where the report is a text
record Tool(
        String name,
        String title,
        String description,
        Source source,
        List<Parameter> parameters,
        Optional<String> list) {

    /// Where a report comes from.
    sealed interface Source {}

    /// A command of Heddle's writes it.
    ///
    /// @param words its first words
    record Command(List<String> words) implements Source {}

    /// A file has it: the JSON that a race wrote.
    record RaceFile() implements Source {}

    private static final int MOST_ITEMS = 1_000_000;
    private static final String LIST = "list";
    private static final String FROM = "from";
    private static final String COUNT = "count";

    /// What a call asks for.
    ///
    /// @param words of the command; for a file, its path alone
    /// @param page empty where the report is a text
    record Call(List<String> words, Optional<Pages.Wish> page) {}

    /// The JSON schema of its arguments.
    Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        parameters.forEach(parameter -> properties.put(parameter.name(), parameter.schema()));
        list.ifPresent(usual -> {
            properties.put(LIST, Map.of("type", "string", "description", "List of the report to page: " + usual));
            properties.put(
                    FROM, Map.of("type", "integer", "minimum", 0, "description", "First item: page.next of the last"));
            properties.put(
                    COUNT, Map.of("type", "integer", "minimum", 1, "description", "Most items; 1 tells one at length"));
        });
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                parameters.stream()
                        .filter(Parameter::required)
                        .map(Parameter::name)
                        .toList(),
                "additionalProperties",
                false);
    }

    /// @throws Refused when an argument is missing, unknown or does not fit
    Call call(Map<String, Object> arguments, Roots roots) {
        Map<String, Object> open = new LinkedHashMap<>(arguments);
        List<String> words = new ArrayList<>(source instanceof Command command ? command.words() : List.of());
        List<String> targets = new ArrayList<>();
        for (Parameter parameter : parameters) {
            Object value = open.remove(parameter.name());
            if (value != null) {
                (parameter.option().isEmpty() ? targets : words).addAll(parameter.words(value, roots));
            } else if (parameter.required()) {
                throw new Refused(parameter.name() + " is missing: " + parameter.description());
            }
        }
        words.addAll(targets);
        Optional<Pages.Wish> page = list.map(usual -> new Pages.Wish(
                Optional.ofNullable(open.remove(LIST)).map(Tool::name).orElse(usual),
                number(FROM, Optional.ofNullable(open.remove(FROM)), 0, 0),
                number(COUNT, Optional.ofNullable(open.remove(COUNT)), 1, MOST_ITEMS)));
        if (!open.isEmpty()) {
            throw new Refused("there is no argument "
                    + open.keySet().stream().limit(3).map(Tool::shown).collect(Collectors.joining(", ")) + "; "
                    + name + " takes " + String.join(", ", names()));
        }
        return new Call(List.copyOf(words), page);
    }

    private List<String> names() {
        return Stream.concat(
                        parameters.stream().map(Parameter::name),
                        list.isPresent() ? Stream.of(LIST, FROM, COUNT) : Stream.empty())
                .toList();
    }

    private static String name(Object value) {
        if (value instanceof String text && text.matches("[A-Za-z]{1,40}")) {
            return text;
        }
        throw new Refused(LIST + " takes the name of a list of the report");
    }

    private static int number(String name, Optional<Object> value, int least, int usual) {
        if (value.isEmpty()) {
            return usual;
        }
        if (value.orElseThrow() instanceof Integer number && number >= least && number <= MOST_ITEMS) {
            return number;
        }
        throw new Refused(name + " takes a whole number from " + least + " to " + MOST_ITEMS);
    }

    private static String shown(String name) {
        return name.substring(0, Math.min(40, name.length()));
    }
}
