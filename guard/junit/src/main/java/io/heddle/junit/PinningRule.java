package io.heddle.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/// What one test is held to.
///
/// @param allowed why the test may pin, if it may
record PinningRule(int overMillis, List<String> within, int pins, long totalMillis, Optional<String> allowed) {

    static final int OVER_MILLIS = 20;
    static final String ENABLED = "heddle.junit.enabled";
    private static final String OVER = "heddle.junit.over-millis";
    private static final String WITHIN = "heddle.junit.within";

    /// The rule of a test or of a class: the nearest annotation, or the one for all tests where that is on.
    static Optional<PinningRule> of(ExtensionContext context) {
        Optional<PinningRule> rule = nearest(context, Written::rule).map(annotation -> annotated(context, annotation));
        return rule.isPresent()
                        || !context.getConfigurationParameter(ENABLED, Boolean::valueOf)
                                .orElse(false)
                ? rule
                : Optional.of(forAll(context));
    }

    private static PinningRule annotated(ExtensionContext context, NoPinning annotation) {
        List<String> within = List.of(annotation.within());
        return new PinningRule(
                annotation.overMillis(),
                within.isEmpty() ? ownPackages(context) : within,
                annotation.pins(),
                annotation.totalMillis(),
                allowed(context));
    }

    private static PinningRule forAll(ExtensionContext context) {
        int over = context.getConfigurationParameter(OVER, Integer::valueOf).orElse(OVER_MILLIS);
        return new PinningRule(over, ownPackages(context), 0, -1, allowed(context));
    }

    private static Optional<String> allowed(ExtensionContext context) {
        return nearest(context, Written::allowed).map(PinningAllowed::value);
    }

    private static List<String> ownPackages(ExtensionContext context) {
        return context.getConfigurationParameter(WITHIN)
                .map(names -> List.of(names.strip().split("\\s*,\\s*")))
                .orElseGet(() ->
                        List.of(firstTwoParts(context.getRequiredTestClass().getPackageName())));
    }

    /// The service and its tests are seldom in one package, and mostly below one name of two parts.
    private static String firstTwoParts(String packageName) {
        String[] parts = packageName.split("\\.");
        return parts.length < 2 ? packageName : parts[0] + "." + parts[1];
    }

    private static <A extends Annotation> Optional<A> nearest(
            ExtensionContext context, Function<Written, Optional<A>> annotation) {
        Optional<A> found = context.getElement().flatMap(element -> annotation.apply(Written.on(element)));
        for (Optional<Class<?>> at = context.getTestClass();
                found.isEmpty() && at.isPresent();
                at = at.flatMap(inner -> Optional.ofNullable(inner.getEnclosingClass()))) {
            found = annotation.apply(Written.on(at.get()));
        }
        return found;
    }

    /// What is written on a class or a method, or on an annotation of it. JUnit takes long to look for it, and a class
    /// is asked once for each of its tests.
    private record Written(Optional<NoPinning> rule, Optional<PinningAllowed> allowed) {

        private static final ClassValue<Map<AnnotatedElement, Written>> KNOWN = new ClassValue<>() {
            @Override
            protected Map<AnnotatedElement, Written> computeValue(Class<?> type) {
                return new ConcurrentHashMap<>();
            }
        };

        static Written on(AnnotatedElement element) {
            Class<?> type = element instanceof Member member ? member.getDeclaringClass() : (Class<?>) element;
            return KNOWN.get(type)
                    .computeIfAbsent(
                            element,
                            key -> new Written(
                                    AnnotationSupport.findAnnotation(key, NoPinning.class),
                                    AnnotationSupport.findAnnotation(key, PinningAllowed.class)));
        }
    }

    boolean covers(Pin pin) {
        return pin.duration().toMillis() >= overMillis && pin.isWithin(within);
    }

    boolean isBroken(List<Pin> counted) {
        long millis =
                counted.stream().mapToLong(pin -> pin.duration().toMillis()).sum();
        return allowed.isEmpty() && (counted.size() > pins || totalMillis >= 0 && millis > totalMillis);
    }
}
