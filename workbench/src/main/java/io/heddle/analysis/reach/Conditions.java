package io.heddle.analysis.reach;

import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.check.read.Setting;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The conditions under which Spring Boot makes what a configuration describes, as far as the class path and the
/// service's settings decide them. A setting that is nowhere may still come from the environment: it counts as not set,
/// as the defaults are what a service runs with.
///
/// Source: `org.springframework.boot.autoconfigure.condition`, `OnClassCondition` and `OnPropertyCondition`.
public final class Conditions {

    private static final String PACKAGE = "org/springframework/boot/autoconfigure/condition/";

    private final ClassHierarchy hierarchy;
    private final List<Setting> settings;

    /// @param settings of the service, of all its profiles
    public Conditions(ClassHierarchy hierarchy, List<Setting> settings) {
        this.hierarchy = hierarchy;
        this.settings = settings;
    }

    /// Whether nothing that is known keeps a container from making a class.
    boolean hold(Type type) {
        return hold(type::annotations, () -> Annotations.all(type));
    }

    /// Whether nothing that is known keeps a container from calling a method.
    public boolean hold(Method method) {
        return hold(method::annotations, () -> Annotations.all(method));
    }

    // Names are cheap, and few have such annotations. These may be damaged in as many ways as there are exceptions: a
    // damaged one keeps nothing from being made.
    private boolean hold(Supplier<List<String>> names, Supplier<Stream<Annotation>> annotations) {
        try {
            return names.get().stream().noneMatch(name -> name.startsWith(PACKAGE))
                    || annotations.get().allMatch(this::holds);
        } catch (RuntimeException damaged) {
            return true;
        }
    }

    private boolean holds(Annotation annotation) {
        String name = Signature.className(annotation.className().stringValue());
        return !name.startsWith(PACKAGE)
                || switch (name.substring(PACKAGE.length())) {
                    case "ConditionalOnClass" ->
                        classes(annotation).map(hierarchy::type).allMatch(Conditions::mayBeThere);
                    case "ConditionalOnMissingClass" ->
                        classes(annotation).map(hierarchy::type).noneMatch(Type::present);
                    case "ConditionalOnProperty" -> keys(annotation).allMatch(key -> isSet(key, annotation, ""));
                    case "ConditionalOnBooleanProperty" ->
                        keys(annotation).allMatch(key -> isSet(key, annotation, "true"));
                    default -> true;
                };
    }

    // A container brings the classes of its standards.
    private static boolean mayBeThere(Type type) {
        return type.present() || type.name().startsWith("javax/") || type.name().startsWith("jakarta/");
    }

    private static Stream<String> classes(Annotation annotation) {
        return Stream.concat(values(annotation, "value"), values(annotation, "name"))
                .map(name -> name.startsWith("L") && name.endsWith(";") ? name.substring(1, name.length() - 1) : name)
                .map(name -> name.replace('.', '/'));
    }

    private static Stream<String> keys(Annotation annotation) {
        String prefix = value(annotation, "prefix").orElse("").strip();
        String path = prefix.isEmpty() || prefix.endsWith(".") ? prefix : prefix + ".";
        return Stream.concat(values(annotation, "value"), values(annotation, "name"))
                .map(name -> path + name);
    }

    private boolean isSet(String key, Annotation annotation, String otherwise) {
        String wanted = value(annotation, "havingValue").orElse(otherwise);
        Predicate<String> isWanted = value -> value.contains("${")
                || (wanted.isEmpty() ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase(wanted));
        List<Setting> set = settings.stream().filter(setting -> setting.is(key)).toList();
        return set.isEmpty()
                ? value(annotation, "matchIfMissing").filter("1"::equals).isPresent()
                : set.stream().map(Setting::value).anyMatch(isWanted);
    }

    private static Optional<String> value(Annotation annotation, String element) {
        return values(annotation, element).findFirst();
    }

    // What an element of an annotation holds: a boolean as 0 or 1, a class by its descriptor.
    private static Stream<String> values(Annotation annotation, String element) {
        return annotation.elements().stream()
                .filter(each -> each.name().equalsString(element))
                .map(AnnotationElement::value)
                .flatMap(Conditions::texts);
    }

    private static Stream<String> texts(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfArray array -> array.values().stream().flatMap(Conditions::texts);
            case AnnotationValue.OfString text -> Stream.of(text.stringValue());
            case AnnotationValue.OfBoolean flag -> Stream.of(flag.booleanValue() ? "1" : "0");
            case AnnotationValue.OfClass of -> Stream.of(of.className().stringValue());
            default -> Stream.empty();
        };
    }
}
