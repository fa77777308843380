package io.heddle.analysis.classfile;

/// The types of fields and methods as class files write them (JVMS 4.3). A JVM refuses a class with one that is none.
public final class Descriptors {

    /// Dimensions that an array has at most (JVMS 4.3.2).
    private static final int DIMENSIONS = 255;
    /// Stack slots that the parameters of a method take at most (JVMS 4.3.3).
    private static final int SLOTS = 255;

    private Descriptors() {}

    /// @return the same text
    /// @throws IllegalArgumentException when it is no descriptor of a field
    public static String ofField(String text) {
        if (behind(text, 0) != text.length()) {
            throw none(text);
        }
        return text;
    }

    /// @return the same text
    /// @throws IllegalArgumentException when it is no descriptor of a method
    public static String ofMethod(String text) {
        if (text.isEmpty() || text.charAt(0) != '(') {
            throw none(text);
        }
        int at = 1;
        int slots = 0;
        while (at < text.length() && text.charAt(at) != ')') {
            slots += text.charAt(at) == 'J' || text.charAt(at) == 'D' ? 2 : 1;
            at = behind(text, at);
        }
        int result = at + 1;
        boolean whole = result == text.length() - 1 && text.charAt(result) == 'V'
                || at < text.length() && behind(text, result) == text.length();
        if (!whole || slots > SLOTS) {
            throw none(text);
        }
        return text;
    }

    /// Where the type of a field ends that begins at an index.
    private static int behind(String text, int first) {
        int at = first;
        while (at < text.length() && text.charAt(at) == '[') {
            at++;
        }
        if (at == text.length() || at - first > DIMENSIONS) {
            throw none(text);
        }
        return switch (text.charAt(at)) {
            case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z' -> at + 1;
            case 'L' -> behindName(text, at + 1);
            default -> throw none(text);
        };
    }

    // Parts that slashes divide, none of them empty (JVMS 4.2).
    private static int behindName(String text, int first) {
        int part = first;
        for (int at = first; at < text.length(); at++) {
            char one = text.charAt(at);
            if (one == '.' || one == '[' || (one == '/' || one == ';') && at == part) {
                throw none(text);
            }
            if (one == ';') {
                return at + 1;
            }
            part = one == '/' ? at + 1 : part;
        }
        throw none(text);
    }

    private static IllegalArgumentException none(String text) {
        String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
        return new IllegalArgumentException("it has an invalid descriptor: \"" + shown + "\"");
    }
}
