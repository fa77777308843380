package io.heddle.analysis.program;

import io.heddle.analysis.classfile.Descriptors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Name and descriptor of a method, one object for each in a [ClassHierarchy], so that identity is equality.
public final class Signature {

    private final String name;
    private final String descriptor;
    private final String result;
    private final List<String> parameters;
    private final int slots;
    private final int hash;

    /// @param shared gives texts that other signatures have too
    /// @throws IllegalArgumentException when the descriptor is none
    Signature(String name, String descriptor, UnaryOperator<String> shared) {
        this.name = shared.apply(name);
        this.descriptor = Descriptors.ofMethod(descriptor);
        this.result = shared.apply(descriptor.substring(descriptor.indexOf(')') + 1));
        this.parameters = parameters(descriptor).stream().map(shared).toList();
        this.slots = parameters.stream().mapToInt(Signature::width).sum();
        this.hash = 31 * name.hashCode() + descriptor.hashCode();
    }

    public String name() {
        return name;
    }

    public String descriptor() {
        return descriptor;
    }

    /// Descriptors of the parameters, without the receiver.
    public List<String> parameters() {
        return parameters;
    }

    /// Stack slots of the parameters, without the receiver.
    public int slots() {
        return slots;
    }

    /// Descriptor of what it returns.
    public String result() {
        return result;
    }

    /// Whether values of the type are objects or arrays.
    public static boolean isReference(String descriptor) {
        return descriptor.charAt(0) == 'L' || descriptor.charAt(0) == '[';
    }

    /// Stack slots of a value.
    public static int width(String descriptor) {
        return switch (descriptor.charAt(0)) {
            case 'V' -> 0;
            case 'J', 'D' -> 2;
            default -> 1;
        };
    }

    /// Internal name of a class type; empty for primitives and arrays.
    public static String className(String descriptor) {
        return descriptor.charAt(0) == 'L' ? descriptor.substring(1, descriptor.length() - 1) : "";
    }

    private static List<String> parameters(String descriptor) {
        List<String> types = new ArrayList<>();
        int at = 1;
        while (at < descriptor.length() && descriptor.charAt(at) != ')') {
            int end = at;
            while (descriptor.charAt(end) == '[') {
                end++;
            }
            end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
            types.add(descriptor.substring(at, end));
            at = end;
        }
        return types;
    }

    /// By content, although identity is equality: hash tables of signatures then have the same order in each
    /// run.
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return name + descriptor;
    }
}
