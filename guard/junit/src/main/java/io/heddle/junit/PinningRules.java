package io.heddle.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;

/// What a class and its tests are held to. JUnit takes long to look for annotations and parameters, and a test may be
/// repeated often; so each method is asked about once.
final class PinningRules {

    private final Class<?> type;
    private final Optional<NoPinning> written;
    private final Optional<PinningAllowed> allowed;
    private final Map<AnnotatedElement, Optional<PinningRule>> known = new ConcurrentHashMap<>();

    PinningRules(Class<?> type) {
        this.type = type;
        written = nearest(type, NoPinning.class);
        allowed = nearest(type, PinningAllowed.class);
    }

    /// On the class, or on the nearest class around it.
    private static <A extends Annotation> Optional<A> nearest(Class<?> type, Class<A> annotation) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getEnclosingClass)
                .flatMap(at -> AnnotationSupport.findAnnotation(at, annotation).stream())
                .findFirst();
    }

    boolean isOf(Class<?> other) {
        return type == other;
    }

    /// The rule of the class or of a test: the nearest annotation, or the one for all tests where that is on.
    Optional<PinningRule> of(Settings settings, Optional<? extends AnnotatedElement> element) {
        return known.computeIfAbsent(element.<AnnotatedElement>map(of -> of).orElse(type), key -> find(settings, key));
    }

    private Optional<PinningRule> find(Settings settings, AnnotatedElement element) {
        Optional<String> reason = on(element, PinningAllowed.class, allowed).map(PinningAllowed::value);
        return on(element, NoPinning.class, written)
                .map(annotation -> PinningRule.annotated(settings, type, annotation, reason))
                .or(() -> PinningRule.isForAll(settings)
                        ? Optional.of(PinningRule.forAll(settings, Optional.of(type), reason))
                        : Optional.empty());
    }

    private <A extends Annotation> Optional<A> on(AnnotatedElement element, Class<A> annotation, Optional<A> around) {
        return element == type
                ? around
                : AnnotationSupport.findAnnotation(element, annotation).or(() -> around);
    }
}
