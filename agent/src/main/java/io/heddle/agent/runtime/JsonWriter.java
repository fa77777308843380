package io.heddle.agent.runtime;

import java.nio.charset.StandardCharsets;

/// Writes one JSON object on one line. Reused from line to line; not for several threads.
public final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder(512);

    /// Forgets the last line and begins the next.
    ///
    /// @param kind the line's kind in the result file
    public JsonWriter begin(String kind) {
        text.setLength(0);
        text.append('{');
        return put("kind", kind);
    }

    /// Adds a member; any text is escaped.
    public JsonWriter put(String key, String value) {
        key(key);
        quote(value);
        return this;
    }

    /// Adds a member.
    public JsonWriter put(String key, long value) {
        key(key);
        text.append(value);
        return this;
    }

    /// Adds a member, a duration given in nanoseconds, as seconds with six places.
    public JsonWriter putSeconds(String key, long nanos) {
        key(key);
        fixed(Math.max(0, nanos / 1_000), 1_000_000, 6);
        return this;
    }

    /// Adds a member, a duration given in nanoseconds, as milliseconds with three places.
    public JsonWriter putMillis(String key, long nanos) {
        key(key);
        fixed(Math.max(0, nanos / 1_000), 1_000, 3);
        return this;
    }

    /// Begins a list as a member.
    public JsonWriter beginList(String key) {
        key(key);
        text.append('[');
        return this;
    }

    /// Ends the list that was begun last.
    public JsonWriter endList() {
        text.append(']');
        return this;
    }

    /// Begins an object inside a list.
    public JsonWriter beginObject() {
        comma();
        text.append('{');
        return this;
    }

    /// Ends the object that was begun last.
    public JsonWriter endObject() {
        text.append('}');
        return this;
    }

    /// Adds a pair inside a list: a duration given in nanoseconds, as microseconds with three places, and a count.
    public void pair(long nanos, long count) {
        comma();
        text.append('[');
        fixed(nanos, 1_000, 3);
        text.append(',').append(count).append(']');
    }

    /// Adds a list of numbers inside a list.
    public void numbers(long... numbers) {
        comma();
        text.append('[');
        for (long number : numbers) {
            comma();
            text.append(number);
        }
        text.append(']');
    }

    /// Adds three numbers inside a list: a time in milliseconds, and two durations given in nanoseconds, as
    /// microseconds with three places.
    public void answer(long at, long nanos, long more) {
        comma();
        text.append('[').append(at).append(',');
        fixed(Math.max(0, nanos), 1_000, 3);
        text.append(',');
        fixed(Math.max(0, more), 1_000, 3);
        text.append(']');
    }

    /// Ends the line.
    ///
    /// @return the line with its line feed, in UTF-8
    public byte[] end() {
        return text.append('}').append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private void key(String key) {
        comma();
        quote(key);
        text.append(':');
    }

    private void comma() {
        char last = text.charAt(text.length() - 1);
        if (last != '{' && last != '[') {
            text.append(',');
        }
    }

    private void fixed(long value, int unit, int places) {
        text.append(value / unit);
        String rest = Long.toString(value % unit);
        text.append('.').repeat('0', places - rest.length()).append(rest);
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029' || c == '\u007f') {
                text.append("\\u")
                        .append(HEX.charAt(c >> 12))
                        .append(HEX.charAt(c >> 8 & 15))
                        .append(HEX.charAt(c >> 4 & 15))
                        .append(HEX.charAt(c & 15));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
