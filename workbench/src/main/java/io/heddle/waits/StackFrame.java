package io.heddle.waits;

/// One frame of a stack, whoever told it.
///
/// @param type binary name of its class
/// @param descriptor as in the class file; empty when unknown (thread dumps)
/// @param line at least 1; 0 when unknown
/// @param bci byte-code index; -1 when unknown
/// @param isNative a native method
/// @param isSynchronized a method that holds a monitor from its first to its last instruction, as far as its
///     modifiers tell
public record StackFrame(
        String type, String method, String descriptor, int line, int bci, boolean isNative, boolean isSynchronized) {

    /// Belongs to the JDK, by its name.
    public boolean isJdk() {
        return type.startsWith("java.")
                || type.startsWith("jdk.")
                || type.startsWith("sun.")
                || type.startsWith("com.sun.")
                || type.startsWith("javax.");
    }

    /// A class initialiser.
    public boolean isInitializer() {
        return method.equals("<clinit>");
    }

    /// As `class.method:line`.
    public String place() {
        return type + "." + method + (line > 0 ? ":" + line : "");
    }

    /// Whether its class and method are these.
    public boolean is(String wantedType, String wantedMethod) {
        return type.equals(wantedType) && method.equals(wantedMethod);
    }
}
