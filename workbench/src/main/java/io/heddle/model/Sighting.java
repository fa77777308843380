package io.heddle.model;

import java.util.List;

/// Code that the runtime met while it held a carrier.
///
/// @param cause as `heddle watch` names it, such as `monitor` or `class-initializer`
/// @param type binary name of the class whose method holds the carrier
/// @param method its name
/// @param artifact where the class comes from; empty when the runtime does not tell
/// @param stack the frames as `class.method`, the innermost first; may be empty
/// @param count how often, at least 1
/// @param totalMillis how long in all, in milliseconds
public record Sighting(
        String cause, String type, String method, String artifact, List<String> stack, long count, double totalMillis) {

    /// A holder as a check's predictions know places: without lines.
    public static Sighting of(Holder holder) {
        List<String> stack = holder.stack().stream()
                .map(frame -> frame.replaceFirst(":\\d+$", ""))
                .toList();
        return new Sighting(
                holder.cause().spelled(),
                holder.type(),
                holder.method(),
                holder.artifact(),
                stack,
                holder.count(),
                holder.totalMillis());
    }
}
