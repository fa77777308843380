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

/// The conditions under which Spring Boot makes what a configuration describes, Micronaut makes a bean, and Quarkus has
/// an end point, as far as the class path and the service's settings decide them. A setting that is nowhere may still
/// come from the environment: it counts as not set,
/// as the defaults are what a service runs with.
///
/// Source: `org.springframework.boot.autoconfigure.condition`, `OnClassCondition` and `OnPropertyCondition`;
/// Micronaut's `Requires`; Quarkus' `EndpointDisabled`, `IfBuildProperty` and `LookupIfProperty` with their opposites.
public final class Conditions {

    private static final String PACKAGE = "org/springframework/boot/autoconfigure/condition/";

    private static final String MICRONAUT = "io/micronaut/context/annotation/Requires";
    private static final String QUARKUS_ENDPOINT = "io/quarkus/resteasy/reactive/server/EndpointDisabled";
    private static final String QUARKUS_BEANS = "io/quarkus/arc/";

    private final ClassHierarchy hierarchy;
    private final List<Setting> settings;

    /// @param settings of the service, of all its profiles
    public Conditions(ClassHierarchy hierarchy, List<Setting> settings) {
        this.hierarchy = hierarchy;
        this.settings = settings;
    }

    /// Whether nothing that is known keeps a container from making a class.
    public boolean hold(Type type) {
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
            return names.get().stream().noneMatch(Conditions::isCondition)
                    || annotations.get().allMatch(this::holds);
        } catch (RuntimeException damaged) {
            return true;
        }
    }

    private static boolean isCondition(String name) {
        return name.startsWith(PACKAGE)
                || name.startsWith(QUARKUS_BEANS)
                || name.equals(MICRONAUT)
                || name.equals(QUARKUS_ENDPOINT);
    }

    private boolean holds(Annotation annotation) {
        String name = Signature.className(annotation.className().stringValue());
        if (!name.startsWith(PACKAGE)) {
            return !isCondition(name)
                    || switch (name.substring(name.lastIndexOf('/') + 1)) {
                        case "EndpointDisabled" -> !isValue(annotation, "disableIfMissing");
                        case "IfBuildProperty" -> isValue(annotation, "enableIfMissing");
                        case "UnlessBuildProperty" -> !isValueOrMissing(annotation, "enableIfMissing");
                        case "LookupIfProperty" -> isValue(annotation, "lookupIfMissing");
                        case "LookupUnlessProperty" -> !isValueOrMissing(annotation, "lookupIfMissing");
                        case "Requires" -> isRequired(annotation);
                        default -> true;
                    };
        }
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

    // Whether the setting that Quarkus' annotation names has its value; where it is not set, what the annotation says.
    private boolean isValue(Annotation annotation, String otherwise) {
        String wanted = value(annotation, "stringValue").orElse("");
        List<String> set = set(value(annotation, "name").orElse(""));
        return set.isEmpty()
                ? value(annotation, otherwise).filter("1"::equals).isPresent()
                : set.stream().anyMatch(value -> isOrMayBe(value, wanted));
    }

    // What is used unless the setting has the value is not used where it is missing, but for what says so.
    private boolean isValueOrMissing(Annotation annotation, String used) {
        String wanted = value(annotation, "stringValue").orElse("");
        List<String> set = set(value(annotation, "name").orElse(""));
        return set.isEmpty()
                ? value(annotation, used).filter("1"::equals).isEmpty()
                : set.stream().allMatch(value -> value.equalsIgnoreCase(wanted));
    }

    private boolean isRequired(Annotation annotation) {
        Optional<String> key = value(annotation, "property");
        List<String> set = key.map(this::set).orElse(List.of());
        if (value(annotation, "missingProperty")
                .filter(name -> !set(name).isEmpty())
                .isPresent()) {
            return false;
        }
        if (key.isEmpty()) {
            return true;
        }
        List<String> values =
                set.isEmpty() ? value(annotation, "defaultValue").stream().toList() : set;
        Optional<String> wanted = value(annotation, "value");
        Optional<String> unwanted = value(annotation, "notEquals");
        return (unwanted.isPresent() || !values.isEmpty())
                && (wanted.isEmpty() || values.stream().anyMatch(value -> isOrMayBe(value, wanted.get())))
                && (unwanted.isEmpty() || values.stream().noneMatch(unwanted.get()::equalsIgnoreCase));
    }

    private List<String> set(String key) {
        return settings.stream()
                .filter(setting -> setting.is(key))
                .map(Setting::value)
                .toList();
    }

    private static boolean isOrMayBe(String value, String wanted) {
        return value.contains("${") || value.equalsIgnoreCase(wanted);
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
