package io.heddle.analysis.program;

import io.heddle.analysis.classfile.ClassBytes;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the annotations of a method and of its class say that are there at run time.
public final class Annotations {

    private Annotations() {}

    /// The elements of a method's annotation, by name: a constant as text, an enum constant by its name. Elements of
    /// other kinds are left out, and so are those that the source does not set.
    ///
    /// @param names simple names of annotations, the first of which that it has counts
    /// @return empty where it has none of them
    /// @throws DamagedClass when they are damaged
    public static Optional<Map<String, String>> of(Method method, Set<String> names) {
        return method.isAnnotated(names) ? find(all(method), names) : Optional.empty();
    }

    /// The same of a class's annotation.
    public static Optional<Map<String, String>> of(Type type, Set<String> names) {
        return isAnyOf(type.annotations(), names) ? find(all(type), names) : Optional.empty();
    }

    /// All annotations of a class that are there at run time, with all that they say.
    public static Stream<Annotation> all(Type type) {
        return read(type, model -> Stream.of(model));
    }

    /// The same of a method.
    public static Stream<Annotation> all(Method method) {
        return read(
                method.owner(),
                model -> model.methods().stream()
                        .filter(each -> each.methodName()
                                        .equalsString(method.signature().name())
                                && each.methodType()
                                        .equalsString(method.signature().descriptor())));
    }

    // The JDK's parser may refuse what was passed over so far.
    private static Stream<Annotation> read(
            Type type, Function<ClassModel, Stream<? extends AttributedElement>> annotated) {
        ClassBytes file = type.file();
        if (file == null) {
            return Stream.of();
        }
        try {
            return annotated
                    .apply(ClassFile.of().parse(file.bytes()))
                    .flatMap(each -> each.findAttribute(Attributes.runtimeVisibleAnnotations()).stream())
                    .flatMap(found -> found.annotations().stream())
                    .toList()
                    .stream();
        } catch (RuntimeException e) {
            throw new DamagedClass(type.artifact(), type.name(), type.isJdk(), e);
        }
    }

    private static Optional<Map<String, String>> find(Stream<Annotation> annotations, Set<String> names) {
        return annotations
                .filter(annotation -> isAnyOf(
                        List.of(Signature.className(annotation.className().stringValue())), names))
                .findFirst()
                .map(annotation -> annotation.elements().stream()
                        .filter(element -> text(element).isPresent())
                        .collect(Collectors.toUnmodifiableMap(
                                element -> element.name().stringValue(),
                                element -> text(element).orElseThrow())));
    }

    /// Whether one of some annotations has one of these simple names.
    ///
    /// @param annotations internal names
    static boolean isAnyOf(List<String> annotations, Set<String> names) {
        return annotations.stream().anyMatch(name -> names.contains(name.substring(name.lastIndexOf('/') + 1)));
    }

    private static Optional<String> text(AnnotationElement element) {
        return switch (element.value()) {
            case AnnotationValue.OfConstant constant -> Optional.of(String.valueOf(constant.resolvedValue()));
            case AnnotationValue.OfEnum constant ->
                Optional.of(constant.constantName().stringValue());
            default -> Optional.empty();
        };
    }
}
