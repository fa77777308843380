package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Arm;
import io.heddle.report.Formats;
import io.heddle.report.JsonField;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// An arm of a race as JSON. What was not asked for or is not known is null.
final class ArmJson {

    private ArmJson() {}

    static void write(ObjectNode node, Arm arm) {
        node.put("arm", arm.label()).put("mode", Formats.spelled(arm.mode()));
        node.set(
                "threads",
                arm.threads().isPresent() ? node.numberNode(arm.threads().getAsInt()) : node.nullNode());
        node.put("askedJdk", arm.build().jdk().orElse(null))
                .put("jar", arm.build().jar().orElse(null));
        Arm.Seen seen = arm.seen();
        node.put("jdk", known(seen.jdk()))
                .put("server", known(seen.server()))
                .put("switch", known(seen.switchedBy()))
                .put("collector", known(seen.collector()))
                .put("compactHeaders", seen.compactHeaders())
                .put("pollerMode", known(seen.pollerMode()));
    }

    /// Reports of older versions have only the threads.
    static Arm read(JsonField field) {
        JsonField threads = field.at("threads");
        return new Arm(
                field.at("arm").text(),
                field.at("mode").choice(Arm.Mode.class),
                threads.isNull() ? OptionalInt.empty() : OptionalInt.of(threads.whole()),
                new Arm.Build(text(field, "askedJdk"), text(field, "jar")),
                new Arm.Seen(
                        text(field, "jdk").orElse(""),
                        text(field, "server").orElse(""),
                        text(field, "switch").orElse(""),
                        text(field, "collector").orElse(""),
                        isKnown(field, "compactHeaders")
                                ? Boolean.valueOf(field.at("compactHeaders").yes())
                                : null,
                        text(field, "pollerMode").orElse("")));
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Optional<String> text(JsonField field, String key) {
        return isKnown(field, key) ? Optional.of(field.at(key).text()) : Optional.empty();
    }

    private static boolean isKnown(JsonField field, String key) {
        return field.has(key) && !field.at(key).isNull();
    }
}
