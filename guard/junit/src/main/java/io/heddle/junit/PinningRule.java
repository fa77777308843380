package io.heddle.junit;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/// What one test is held to.
///
/// @param allowed why the test may pin, if it may
record PinningRule(int overMillis, List<String> within, int pins, long totalMillis, Optional<String> allowed) {

    static final int OVER_MILLIS = 20;
    static final String ENABLED = "heddle.junit.enabled";
    private static final String OVER = "heddle.junit.over-millis";
    private static final String WITHIN = "heddle.junit.within";

    /// As it is written for a test or a class, or for one that is around it.
    static PinningRule annotated(ExtensionContext context, NoPinning annotation, Optional<String> allowed) {
        List<String> within = List.of(annotation.within());
        return new PinningRule(
                annotation.overMillis(),
                within.isEmpty() ? ownPackages(context) : within,
                annotation.pins(),
                annotation.totalMillis(),
                allowed);
    }

    static boolean isForAll(ExtensionContext context) {
        return context.getConfigurationParameter(ENABLED, Boolean::valueOf).orElse(false);
    }

    /// Of a test for which nothing is written.
    static PinningRule forAll(ExtensionContext context, Optional<String> allowed) {
        int over = context.getConfigurationParameter(OVER, Integer::valueOf).orElse(OVER_MILLIS);
        return new PinningRule(over, ownPackages(context), 0, -1, allowed);
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

    boolean covers(Pin pin) {
        return pin.duration().toMillis() >= overMillis && pin.isWithin(within);
    }

    boolean isBroken(List<Pin> counted) {
        long millis =
                counted.stream().mapToLong(pin -> pin.duration().toMillis()).sum();
        return allowed.isEmpty() && (counted.size() > pins || totalMillis >= 0 && millis > totalMillis);
    }
}
