package io.heddle.analysis.reach;

import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Type;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The classes of which a container makes objects: those that libraries name to it, those that their
/// annotations import, and the configurations inside them.
public final class ContainerRoots {

    /// Descriptors of annotations that import other classes.
    private static final Set<String> IMPORTS = Names.of("entry-points", "imports");

    private ContainerRoots() {}

    /// @param named internal names; those that are nowhere are left out
    /// @param conditions under which they are made
    public static Set<Type> made(ClassHierarchy hierarchy, List<String> named, Conditions conditions) {
        Set<Type> made = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(named);
        while (!open.isEmpty()) {
            Type type = find(hierarchy, open.poll());
            if (type.file() != null && !type.isJdk() && conditions.hold(type) && made.add(type)) {
                try {
                    Stream.concat(imported(type), inner(hierarchy, type)).forEach(open::add);
                } catch (RuntimeException e) {
                    // Annotations may be damaged in as many ways as there are exceptions.
                    hierarchy.unread(type, e);
                }
            }
        }
        return made;
    }

    private static Stream<String> imported(Type type) {
        return Annotations.all(type)
                .filter(annotation -> IMPORTS.contains(annotation.className().stringValue()))
                .flatMap(annotation -> annotation.elements().stream())
                .flatMap(ContainerRoots::classes);
    }

    // Spring writes a dot between a class and its inner class.
    private static Type find(ClassHierarchy hierarchy, String name) {
        Type type = hierarchy.type(name);
        int last = name.lastIndexOf('/');
        return type.file() != null || last < 0
                ? type
                : hierarchy.type(name.substring(0, last) + "$" + name.substring(last + 1));
    }

    private static Optional<ClassModel> model(Type type) {
        return type.file() == null
                ? Optional.empty()
                : Optional.of(ClassFile.of().parse(type.file().bytes()));
    }

    private static Stream<String> classes(AnnotationElement element) {
        return element.name().equalsString("value") ? classes(element.value()) : Stream.empty();
    }

    private static Stream<String> classes(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfClass of -> name(of.classSymbol());
            case AnnotationValue.OfArray array -> array.values().stream().flatMap(ContainerRoots::classes);
            default -> Stream.empty();
        };
    }

    private static Stream<String> name(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.startsWith("L")
                ? Stream.of(descriptor.substring(1, descriptor.length() - 1))
                : Stream.empty();
    }

    // Inner configurations: inner classes with an annotation.
    private static Stream<String> inner(ClassHierarchy hierarchy, Type type) {
        return model(type).flatMap(model -> model.findAttribute(Attributes.innerClasses())).stream()
                .flatMap(inner -> inner.classes().stream())
                .map(InnerClassInfo::innerClass)
                .map(ClassEntry::asInternalName)
                .filter(name -> name.startsWith(type.name() + "$")
                        && !hierarchy.type(name).annotations().isEmpty());
    }
}
